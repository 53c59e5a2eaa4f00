import { describe, expect, it } from 'vitest';
import type { ChargeOutcome } from '../../providers/acquirer.ts';
import { opened, STORY } from '../../testing/opened.ts';
import { embeddedTestDatabase } from '../../testing/test-db.ts';
import { ACQUIRER } from '../../testing/test-provider.ts';
import { send, startTestService, validPayin } from '../../testing/test-service.ts';

describe('GET /status', STORY, () => {
  const time = { minute: 0 };
  const charged: { outcome: ChargeOutcome } = { outcome: { kind: 'unavailable' } };
  const service = opened(async () =>
    startTestService({
      db: await embeddedTestDatabase.openEmpty(),
      now: () => new Date(Date.UTC(2026, 10, 24, 12, time.minute)),
      provider: { cards: { ...ACQUIRER, charge: async () => charged.outcome } },
    }),
  );

  const read = (headers: Record<string, string> = {}) =>
    send(`${service.baseUrl}/status`, { headers });
  const pay = async (minute: number, outcome: ChargeOutcome) => {
    time.minute = minute;
    charged.outcome = outcome;
    await service.post('no3ds', '/payin', validPayin());
  };
  const cards = async () => {
    const { body } = await read();
    return body.methods.find(({ method }: { method: string }) => method === 'CREDIT_CARD');
  };

  it('tells of each method since when it is as it is, and of nobody', async () => {
    const started = '2026-11-24T12:00:00.000Z';
    const { status, body, text } = await read();
    expect([status, body.status, body.since]).toEqual([200, 'ok', started]);
    expect(body.methods).toEqual(
      ['PIX', 'BOLETO', 'CREDIT_CARD', 'OPEN_FINANCE', 'PAYOUT'].map((method) => ({
        ...{ method, status: 'unseen', since: started },
      })),
    );
    expect(text).not.toMatch(/no3ds|sandbox|provider/);
  });

  it('sees a party that does not answer, and that it answers again', async () => {
    for (const minute of [1, 2, 3]) await pay(minute, { kind: 'unavailable' });
    expect(await cards()).toMatchObject({ status: 'failing', since: '2026-11-24T12:01:00.000Z' });
    const page = await read({ accept: 'text/html', 'accept-language': 'en' });
    expect(page.text).toMatch(/Credit card<\/th>\s*<td><strong>Failing<\/strong>/);
    await pay(4, { kind: 'approved', externalId: 'ext-1' });
    expect(await cards()).toMatchObject({ status: 'working', since: '2026-11-24T12:04:00.000Z' });
  });

  it.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR', 'Cartão de crédito', 'Funciona'],
    ['en-GB,en;q=0.9', 'en', 'Credit card', 'Working'],
    ['', 'pt-BR', 'Cartão de crédito', 'Funciona'],
  ])('is a page in the language of a browser (%s)', async (asked, lang, card, works) => {
    const answer = await read({ accept: 'text/html,*/*;q=0.8', 'accept-language': asked });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Language');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.text).toContain(`<html lang="${lang}">`);
    const rows = answer.text.replaceAll(/\s*\n\s*/g, '');
    expect(rows).toContain(`<th scope="row">${card}</th><td>${works}</td>`);
    const day = lang === 'en' ? '2026-11-24' : '24/11/2026';
    expect(rows).toContain(
      `<time datetime="2026-11-24T12:04:00.000Z"><span>${day}</span> <span>12:04 UTC</span></time>`,
    );
    // Nor is it renewed under whoever reads it.
    expect(answer.text).not.toMatch(/<script|http-equiv/);
  });

  it('takes no other method', async () => {
    const answer = await send(`${service.baseUrl}/status`, { body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
