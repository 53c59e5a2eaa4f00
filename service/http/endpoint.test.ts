import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { endpoint } from './endpoint.ts';
import { answerError } from './error-handler.ts';

function appWithThings() {
  const app = new Hono<AppEnv>();
  app.onError(answerError);
  endpoint(app, '/things/:id', { GET: (c) => c.text(c.req.param('id') ?? '') });
  return app;
}

describe('a part of a path', () => {
  it.each([
    ['plain', 'pay_1', 'pay_1'],
    ['encoded', 'caf%C3%A9%2F1', 'café/1'],
  ])('that is %s reaches the handler', async (_what, part, id) => {
    const answer = await appWithThings().request(`/things/${part}`);
    expect([answer.status, await answer.text()]).toEqual([200, id]);
  });

  it.each(['pay_1%00', '%00', 'pay%0a1', '%7f', '%20', 'x'.repeat(3_000)])(
    'in the form of %s is an address where there is nothing',
    async (part) => {
      const answer = await appWithThings().request(`/things/${part}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    },
  );
});
