import { expect, it, vi } from 'vitest';
import { testError } from '../testing/index.ts';
import type { PixProps } from './live-pix.ts';
import type { OpenShop, Shop } from './wrapper.cases.ts';

const PAYIN = { id: 'pay_1', pix: { viewToken: 'pvt_1' } };
const TOLD = ['ready', 'paid', 'expired', 'error'];
const OTHER = { id: 'pay_2', pix: { viewToken: 'pvt_2' } };

/** The cases every wrapper passes. */
export function pixWrapperCases(open: OpenShop<PixProps>): void {
  const mounted = ({ client }: Shop<PixProps>) =>
    client.pixElements.filter(({ isMounted }) => isMounted);

  it('waits for a payin, shows it, and takes it away', async () => {
    const shop = open(TOLD);
    await shop.show({});
    expect(shop.client.pixElements).toEqual([]);
    await shop.show({ payin: PAYIN, locale: 'en' });
    expect(mounted(shop)).toHaveLength(1);
    expect(mounted(shop)[0]?.options).toMatchObject({ payin: PAYIN, locale: 'en' });
    expect(shop.told.map(([name]) => name)).toEqual(['ready']);
    await shop.hide();
    expect(mounted(shop)).toEqual([]);
  });

  it('changes its look live, and mounts another payin anew', async () => {
    const shop = open(TOLD);
    await shop.show({ payin: PAYIN });
    await shop.show({ payin: { ...PAYIN }, appearance: { theme: 'dark' } });
    expect(mounted(shop)[0]?.updates).toEqual([{ appearance: { theme: 'dark' } }]);
    await shop.show({ payin: OTHER, appearance: { theme: 'dark' } });
    expect(mounted(shop).map(({ options }) => options.payin)).toEqual([OTHER]);
  });

  it('tells that it was paid or is over', async () => {
    const shop = open(TOLD);
    await shop.show({ payin: PAYIN });
    mounted(shop)[0]?.end('APPROVED');
    mounted(shop)[0]?.end('EXPIRED');
    expect(shop.told.slice(1)).toEqual([
      ['paid', { payinId: 'pay_1', status: 'APPROVED' }],
      ['expired', { payinId: 'pay_1', status: 'EXPIRED' }],
    ]);
  });

  it('tells why it cannot be shown, and what is lost later, and does not break the page', async () => {
    const shop = open(TOLD);
    shop.client.failNext('mountPixElement', 'NOT_FOUND');
    await shop.show({ payin: PAYIN });
    expect(shop.told).toMatchObject([['error', { code: 'NOT_FOUND' }]]);
    await shop.show({ payin: OTHER });
    mounted(shop)[0]?.options.onError?.(testError('FRAME_LOST'));
    expect(shop.told.at(-1)).toMatchObject(['error', { code: 'FRAME_LOST' }]);
  });

  it('tells the developer why it cannot be shown where the page listens to nothing', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const listening = open(TOLD);
    listening.client.failNext('mountPixElement', 'UNAUTHORIZED');
    await listening.show({ payin: PAYIN });
    await listening.hide();
    expect(logged).not.toHaveBeenCalled();
    const shop = open([]);
    shop.client.failNext('mountPixElement', 'UNAUTHORIZED');
    await shop.show({ payin: PAYIN });
    expect(logged.mock.calls).toEqual([[expect.stringMatching(/^checkout: UNAUTHORIZED: /)]]);
    logged.mockRestore();
  });

  it('tells nothing of a mount that was taken away meanwhile', async () => {
    const shop = open(TOLD);
    const shown = shop.show({ payin: PAYIN });
    await Promise.all([shown, shop.hide()]);
    expect(mounted(shop)).toEqual([]);
    expect(shop.told.filter(([name]) => name === 'error')).toEqual([]);
  });
}
