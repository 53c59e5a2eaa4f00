import { describe, expect, it } from 'vitest';
import { opened, openedForEach } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { payinWithCard } from '../../../testing/test-service.ts';

const dashboard = opened(() => startTestDashboard());
const operator = openedForEach(() => dashboard.signIn('operator'));
const SEE = '/system/payin-support';
const ENGLISH = { 'accept-language': 'en' };

async function paid(): Promise<string> {
  return String((await dashboard.post('no3ds', '/payin', payinWithCard({}))).body.id);
}

describe('a payment that an operator helps with', () => {
  it('is shown with its history, and nothing of who paid nor a way to change it', async () => {
    const payin = await paid();
    const asked = { payin, reason: 'The buyer asks <why> it took so long' };
    const { status, html } = await operator.post(SEE, asked, ENGLISH);
    expect(status).toBe(200);
    expect(html).toContain(`<code>${payin}</code>`);
    expect(html).toMatch(/<ol class="timeline">.*Of no3ds|Of no3ds.*<ol class="timeline">/s);
    expect(html).toContain('asks &lt;why&gt; it');
    expect(html).not.toMatch(/Ana Souza|52998224725|<form [^>]*action="\/payments/);
    const owner = await dashboard.signIn('owner');
    const log = (await owner.get('/audit', ENGLISH)).html;
    expect(log).toContain('Payment seen by support');
    expect(log).toContain('asks &lt;why&gt; it');
    expect(log).not.toContain(operator.user.email);
  });

  it('is refused without a reason and where there is none, in words, and is no company’s', async () => {
    const payin = await paid();
    const none = `pay_no3ds_${'A'.repeat(22)}`;
    const reason = 'The buyer asks';
    for (const [asked, field] of [
      [{ payin }, 'reason'],
      [{ payin, reason: 'why' }, 'reason'],
      [{ payin, reason: 'a line\nand another of the log' }, 'reason'],
      [{ payin, reason: 'The buyer of 4111 1111 1111 1111 asks' }, 'reason'],
      [{ payin: none, reason }, 'payin'],
      [{ payin: '4111111111111111', reason }, 'payin'],
    ] as const) {
      const { html } = await operator.post(SEE, asked, ENGLISH);
      expect(html).not.toContain('<ol class="timeline">');
      expect(html).toMatch(new RegExp(`<input[^>]*name="${field}"[^>]*aria-invalid="true"`));
      expect(html).toMatch(/<p [^>]*class="error"/);
    }
    const owner = await dashboard.signIn('owner');
    expect((await owner.post(SEE, { payin, reason: 'The buyer asks' })).status).toBe(403);
  });
});
