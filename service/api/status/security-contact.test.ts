import { afterEach, describe, expect, it } from 'vitest';
import { checkedFetch } from '../../testing/test-checked-fetch.ts';
import type { TestService } from '../../testing/test-service.ts';
import { startTestService } from '../../testing/test-service.ts';

const PATH = '/.well-known/security.txt';

describe('security.txt', () => {
  let service: TestService;
  afterEach(() => service.stop());
  const start = async (securityContact?: string) => {
    service = await startTestService({
      now: () => new Date('2030-01-02T03:04:05.000Z'),
      settings: securityContact === undefined ? {} : { securityContact },
    });
  };

  it('names the contact on the origins of the API and of the card fields', async () => {
    await start('mailto:security@example.com');
    for (const origin of [service.baseUrl, service.checkoutUrl]) {
      const answer = await checkedFetch(`${origin}${PATH}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i);
      expect(await answer.text()).toBe(
        [
          'Contact: mailto:security@example.com',
          'Expires: 2030-07-01T00:00:00.000Z',
          'Preferred-Languages: pt, en',
          `Canonical: ${origin}${PATH}`,
          '',
        ].join('\n'),
      );
    }
  });

  it('is not there on the origin of the 3-D Secure stage, nor where no contact is set', async () => {
    await start('https://example.com/security');
    expect((await checkedFetch(`${service.threeDSStageUrl}${PATH}`)).status).toBe(404);
    await service.stop();
    await start();
    for (const origin of [service.baseUrl, service.checkoutUrl]) {
      expect((await checkedFetch(`${origin}${PATH}`)).status).toBe(404);
    }
  });

  it('is read, not written', async () => {
    await start('mailto:security@example.com');
    expect((await checkedFetch(`${service.baseUrl}${PATH}`, { method: 'POST' })).status).toBe(405);
  });
});
