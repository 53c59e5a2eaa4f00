import { expect, it, vi } from 'vitest';
import { testError } from '../testing/index.ts';
import type { PaymentProps } from './live-payment.ts';
import type { OpenShop, Shop } from './wrapper.cases.ts';

const ORDER = { amount: 15_990, referenceId: 'order-1', endpoint: '/pay' };

const TOLD = ['ready', 'change', 'paid', 'pending', 'error', 'loaderror'] as const;

/** The cases every wrapper passes. */
export function paymentWrapperCases(open: OpenShop<PaymentProps>): void {
  const mounted = ({ client }: Shop<PaymentProps>) =>
    client.paymentElements.filter(({ isMounted }) => isMounted);

  it('mounts one element, gives it to its ref, and takes it away', async () => {
    const shop = open(TOLD);
    await shop.show({ ...ORDER, methods: ['PIX'], locale: 'en' });
    expect(mounted(shop)).toHaveLength(1);
    expect(mounted(shop)[0]?.options).toMatchObject({ ...ORDER, methods: ['PIX'], locale: 'en' });
    expect(shop.element()).toBe(mounted(shop)[0]);
    await shop.hide();
    expect(mounted(shop)).toEqual([]);
  });

  it('changes amount and look live, and mounts other prices anew', async () => {
    const shop = open(TOLD);
    await shop.show({ ...ORDER, prices: { PIX: 14_391 } });
    const [first] = mounted(shop);
    await shop.show({ ...ORDER, prices: { PIX: 14_391 }, amount: 100, locale: 'en' });
    expect(Object.assign({}, ...(first?.updates ?? []))).toEqual({ amount: 100, locale: 'en' });
    expect(mounted(shop)).toEqual([first]);
    await shop.show({ ...ORDER, prices: { PIX: 14_000 }, amount: 100, locale: 'en' });
    expect(mounted(shop).map(({ options }) => options.prices)).toEqual([{ PIX: 14_000 }]);
  });

  it('asks by the newest call of the page, and tells how the payment stands', async () => {
    const shop = open(TOLD);
    const [old, newest] = [vi.fn(), vi.fn(async () => ({ id: 'pay_1', status: 'PENDING' }))];
    const { endpoint: _none, ...order } = ORDER;
    await shop.show({ ...order, pay: old });
    await shop.show({ ...order, pay: newest });
    await mounted(shop)[0]?.submit();
    newest.mockResolvedValue({ id: 'pay_1', status: 'APPROVED' });
    await mounted(shop)[0]?.submit();
    shop.client.failNext('submit', 'NETWORK', {});
    await mounted(shop)[0]
      ?.submit()
      .catch(() => undefined);
    mounted(shop)[0]?.emit('change', {
      method: 'PIX',
      complete: true,
      empty: false,
      amount: 15_990,
    });
    expect(old).not.toHaveBeenCalled();
    expect(shop.told.filter(([name]) => name !== 'ready')).toMatchObject([
      ['pending', { payin: { status: 'PENDING' } }],
      ['paid', { payin: { status: 'APPROVED' } }],
      ['error', { code: 'NETWORK' }],
      ['change', { method: 'PIX', complete: true }],
    ]);
  });

  it('holds no element once it is lost', async () => {
    const shop = open(TOLD);
    await shop.show(ORDER);
    mounted(shop)[0]?.emit('loaderror', testError('FRAME_LOST'));
    await shop.show({ ...ORDER, amount: 100 });
    expect(shop.element()).toBeNull();
    expect(shop.told.at(-1)).toMatchObject(['loaderror', { code: 'FRAME_LOST' }]);
  });
}
