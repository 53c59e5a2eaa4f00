import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

type Asking = { how: string; options: string; form: HTMLFormElement };

/** Readies each button that the device can be asked by, or takes it away where it cannot. */
function start(): void {
  const isKnown = browserSupportsWebAuthn();
  for (const hint of document.querySelectorAll<HTMLElement>('[data-without-passkeys]')) {
    hint.classList.toggle('ready', !isKnown);
  }
  for (const part of document.querySelectorAll<HTMLElement>('[data-passkey]')) {
    const form = part.querySelector('form');
    const { passkey: how = '', options = '' } = part.dataset;
    if (!isKnown || form === null) {
      part.remove();
      continue;
    }
    const asking = { how, options, form };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void ask(asking);
    });
    part.classList.add('ready');
    for (const button of form.querySelectorAll('button')) button.disabled = false;
    if (how === 'get-autofill') void offerInField(asking);
  }
}

async function ask({ how, options, form }: Asking): Promise<void> {
  tell(form, '');
  try {
    const asked = { optionsJSON: JSON.parse(options) };
    const answer = await (how === 'create' ? startRegistration(asked) : startAuthentication(asked));
    send(form, answer);
  } catch (error) {
    tell(form, sentenceFor(error, form));
  }
}

/** Lets the browser offer passkeys where the e-mail address is typed; the button goes on working. */
async function offerInField({ options, form }: Asking): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  try {
    const asked = { optionsJSON: JSON.parse(options), useBrowserAutofill: true };
    send(form, await startAuthentication(asked));
  } catch {
    // Nobody chose one, the button was pressed in its place, or the page has no such field.
  }
}

function send(form: HTMLFormElement, answer: object): void {
  const field = form.elements.namedItem('answer');
  if (!(field instanceof HTMLInputElement)) return;
  field.value = JSON.stringify(answer);
  form.submit();
}

function sentenceFor(error: unknown, form: HTMLFormElement): string {
  const { failed = '', known = '' } = placeOf(form)?.dataset ?? {};
  const isKnown =
    error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return isKnown ? known : failed;
}

function tell(form: HTMLFormElement, sentence: string): void {
  const place = placeOf(form);
  if (place !== null) place.textContent = sentence;
}

function placeOf(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector<HTMLElement>('[data-failed]');
}

start();
