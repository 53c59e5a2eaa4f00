import { describe, expect, it } from 'vitest';
import type {
  AuthenticationRequest,
  OpenAuthentication,
  ThreeDSecureProvider,
} from './three-d-secure-provider.ts';

/** What a buyer does whose bank asks them; `nothing`: they have only begun. */
export type BuyerAnswer = 'confirm' | 'refuse' | 'nothing';

export type ArrangedThreeDS = {
  provider: ThreeDSecureProvider;
  /** By a card whose bank asks. */
  request: AuthenticationRequest;
  /** The buyer goes through it in a browser. Gives what that carries back; null where nothing. */
  goThrough: (open: { session: string }, answer: BuyerAnswer) => Promise<string | null>;
  /**
   * Whether a charge with that result is one whose holder was authenticated, by who verifies when it
   * charges; null where the provider tells by itself.
   */
  isProvedByCharge: ((id: string) => Promise<boolean>) | null;
  /** What has left to the provider over the network, and what was logged. */
  seen: () => string;
};

const { signal } = new AbortController();
/** A name of the form that browsers carry, and of no authentication. */
const MADE_UP = '3DS_00000000-0000-4000-8000-000000000000';
/** As short as our columns and answers ask. */
const LONGEST_SESSION = 4_000;

/** What everybody who authenticates cardholders must do, run unchanged on each of them. */
export function threeDSecureCases(arrange: () => Promise<ArrangedThreeDS>): void {
  async function open() {
    const arranged = await arrange();
    const { provider, request } = arranged;
    const opened = await provider.open(request, signal);
    const of: OpenAuthentication & { session: string } = {
      companyId: request.companyId,
      ...opened,
    };

    /** Where their server is asked in between, the browser has it asked. */
    async function goThrough(answer: BuyerAnswer): Promise<string | null> {
      const told = answer === 'nothing' ? undefined : await provider.enroll?.(of, signal);
      if (told?.kind === 'challenge') of.session = told.session;
      return arranged.goThrough(of, answer);
    }
    const find = (reference: string | null) =>
      provider.find({ ...of, ...(reference === null ? {} : { reference }) }, signal);

    /** Whether the holder counts as authenticated, whatever a browser says. */
    async function isProved(reference: string | null): Promise<boolean> {
      const result = await find(reference);
      if (result.kind === 'referenced') {
        return (await arranged.isProvedByCharge?.(result.id)) ?? false;
      }
      return result.kind === 'authenticated' || result.kind === 'attempted';
    }
    return { ...arranged, opened, of, find, isProved, goThrough };
  }

  it('the browser half comes from one of the hosts that it names, and none of them is everybody', async () => {
    const { browser, name } = (await arrange()).provider;
    expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(browser.hosts.script).toContain(new URL(browser.sdkUrl).origin);
    for (const host of Object.values(browser.hosts).flat()) {
      expect(host).toMatch(/^https?:\/\/(\*\.)?[a-z0-9.-]+\.?[a-z0-9]+(:\d+)?$/);
    }
  });

  describe('an authentication', () => {
    it('is opened for a browser that is told neither card nor holder by it', async () => {
      const { opened, request } = await open();
      const { secret: _, ...browsers } = opened;
      expect(opened.session.length).toBeGreaterThan(0);
      expect(opened.session.length).toBeLessThanOrEqual(LONGEST_SESSION);
      for (const secret of [request.card.number, request.card.holderName]) {
        expect(JSON.stringify(browsers)).not.toContain(secret);
      }
    });

    it('opened again under its reference is the same one', async () => {
      const { provider, request, opened } = await open();
      expect((await provider.open(request, signal)).transactionId).toBe(opened.transactionId);
    });

    it('is open before the buyer has answered, and as long as they have not', async () => {
      const { find, goThrough } = await open();
      expect(await find(null)).toEqual({ kind: 'open' });
      await goThrough('nothing');
      expect(await find(null)).toEqual({ kind: 'open' });
    });

    it('that the buyer confirms at the bank is proved, whenever it is asked', async () => {
      const { find, isProved, goThrough, provider } = await open();
      const carried = await goThrough('confirm');
      const result = await find(carried);
      expect(await find(carried)).toEqual(result);
      expect(result.kind === 'referenced').toBe(provider.verifiedBy === 'acquirer');
      if ('cavv' in result) {
        expect(result.eci).toMatch(/^\d\d$/);
        expect(Buffer.from(result.cavv, 'base64')).toHaveLength(20);
      }
      expect(await isProved(carried)).toBe(true);
    });

    it('that the buyer refuses at the bank is not proved by anything that is carried', async () => {
      const { isProved, goThrough } = await open();
      const carried = await goThrough('refuse');
      expect(await isProved(carried)).toBe(false);
    });

    it('is not proved by a name that was made up', async () => {
      const { isProved } = await open();
      expect(await isProved(MADE_UP)).toBe(false);
    });

    it('that is called off ends cancelled, and says so again', async () => {
      const { provider, of } = await open();
      for (let nth = 0; nth < 2; nth += 1) {
        expect(await provider.cancel(of, signal)).toMatchObject({
          ...{ kind: 'failed', reason: 'cancelled' },
        });
      }
    });

    it('leaves no card and no CVV on the way to its provider, nor in a line of the log', async () => {
      const { seen, request } = await open();
      expect(seen()).not.toContain(request.card.number);
      expect(seen()).not.toContain(request.card.holderName);
    });
  });
}
