import { SHOW_BANK } from '../server/challenge-page.ts';

/** As a page names it by `setUp`; a party plays one of them. */
export type ScriptEnvironment = 'PROD' | 'SANDBOX';

/**
 * The browser's script as PagBank's pages and its plugin's typings describe it: one global with
 * `setUp`, `authenticate3DS`, `env` and `PagSeguroError`. It is given the card, asks its own server,
 * draws the bank's page over the document it runs in, and answers by the promise alone. Sources: see
 * `three-d-secure-routes.ts`.
 */
export function browserScript(sdk: string, environment: ScriptEnvironment): string {
  const script = SCRIPT.replace('%ENVIRONMENT%', environment).replace('%SDK%', sdk);
  return script.replace('%SHOW_BANK%', SHOW_BANK);
}

// Not played: the device's fingerprint, which the real one has taken by frames of another company.
const SCRIPT = `(() => {
  'use strict';
  const HOSTS = { '%ENVIRONMENT%': '%SDK%' };
  let settings = {};

  class PagSeguroError extends Error {
    constructor(message, detail) {
      super(message);
      this.detail = detail;
    }
  }

  async function post(path, body) {
    const host = HOSTS[settings.env];
    if (host === undefined || !settings.session) {
      throw new PagSeguroError('setUp is missing', { httpStatus: 0, traceId: null, message: '' });
    }
    const answer = await fetch(host + '/checkout-sdk/3ds/authentications' + path, {
      method: 'POST',
      headers: { authorization: settings.session, 'content-type': 'application/json' },
      body,
    });
    const told = await answer.json();
    if (answer.ok) return told;
    const errorMessages = (told.error_messages || []).map((one) => ({
      code: one.code,
      description: one.description,
      parameterName: one.parameter_name,
    }));
    const detail = { httpStatus: answer.status, traceId: null, message: 'refused', errorMessages };
    throw new PagSeguroError('refused', detail);
  }

  function deviceInformation() {
    return {
      httpBrowserColorDepth: screen.colorDepth,
      httpBrowserJavaEnabled: false,
      httpBrowserJavaScriptEnabled: true,
      httpBrowserLanguage: navigator.language,
      httpBrowserScreenHeight: screen.height,
      httpBrowserScreenWidth: screen.width,
      httpBrowserTimeDifference: new Date().getTimezoneOffset(),
      httpDeviceChannel: 'Browser',
      userAgentBrowserValue: navigator.userAgent,
    };
  }

  %SHOW_BANK%

  async function authenticate3DS({ data, beforeChallenge }) {
    const body = JSON.stringify({ ...data, deviceInformation: deviceInformation() });
    const begun = await post('', body);
    const told = await post('/' + begun.id, '');
    if (told.status !== 'REQUIRE_CHALLENGE') return told;
    let shown = null;
    const open = () => {
      shown = shown || showBank(told.challenge);
    };
    const { brand, issuer } = told.challenge;
    if (beforeChallenge) await beforeChallenge({ brand, issuer, open });
    else open();
    if (shown === null) return told;
    await shown;
    return post('/' + begun.id, '');
  }

  window.PagSeguro = {
    env: { PROD: 'PROD', SANDBOX: 'SANDBOX' },
    PagSeguroError,
    setUp(given) {
      settings = { ...given };
    },
    authenticate3DS,
  };
})();
`;
