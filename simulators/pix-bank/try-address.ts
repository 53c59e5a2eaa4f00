import type { PartyAnswer, PartyRequest } from '../server/exchange.ts';
import { matchPath } from '../server/exchange.ts';
import { readJson } from '../server/fields.ts';
import type { NoticeSender } from '../server/notices.ts';
import { problemAnswer } from './problem.ts';
import type { PixProfile } from './profiles.ts';

/**
 * Before Efí takes an address of notices it calls it once without its certificate, to be refused
 * (spared by `x-skip-mtls-checking`), and once with it, to be answered 200. Source:
 * dev.efipay.com.br, "Webhooks", read 2026-11-23.
 */
export function createAddressTrial(
  profile: PixProfile,
  { bank, stranger }: { bank: NoticeSender; stranger: NoticeSender },
) {
  const path = `${profile.base.other}/webhook/:chave`;

  /** The refusal; null where the address stands, or nothing of the kind was asked. */
  return async (request: PartyRequest): Promise<PartyAnswer | null> => {
    if (request.method !== 'PUT' || matchPath(path, request.path) === null) return null;
    const url = addressIn(request.rawBody);
    if (url === null) return null;
    const body = JSON.stringify({ evento: 'teste_webhook' });
    if (request.headers['x-skip-mtls-checking'] !== 'true') {
      const { outcome } = await stranger.send(url, body);
      if ('status' in outcome && outcome.status < 400) {
        return refusal('A autenticação de TLS mútuo não está configurada na URL informada');
      }
    }
    const { outcome } = await bank.send(url, body);
    if ('status' in outcome && outcome.status === 200) return null;
    return refusal('A URL informada não respondeu como esperado');
  };

  function refusal(detail: string): PartyAnswer {
    const name = 'WebhookOperacaoInvalida';
    return problemAnswer(profile, { name, detail, efiName: 'webhook_invalido' });
  }
}

function addressIn(rawBody: string): string | null {
  const body = readJson(rawBody);
  if (typeof body !== 'object' || body === null || !('webhookUrl' in body)) return null;
  const { webhookUrl } = body;
  return typeof webhookUrl === 'string' && URL.canParse(webhookUrl) ? webhookUrl : null;
}
