import { toErrorData } from '../../contract/errors/checkout-error.ts';
import { assertCardsAccepted } from '../card-flow/prepare-card.ts';
import type { FlowTools } from './flow-tools.ts';
import type { HostedFrame } from './hosted-frame.ts';

/** One thing the checkout needs: whether it works here, and what to change where it does not. */
export type Diagnosis = {
  check: 'service' | 'account' | 'frame';
  ok: boolean;
  code: string | null;
  message: string;
  details: { [name: string]: unknown };
};

/** Tries what a payment needs, without a payment: service, account, hosted frame. Never rejects. */
export async function diagnose(
  { getConfig }: FlowTools,
  hosted: Pick<HostedFrame, 'check'>,
): Promise<Diagnosis[]> {
  return Promise.all([
    check('service', getConfig()),
    check('account', getConfig().then(assertCardsAccepted)),
    check('frame', hosted.check()),
  ]);
}

async function check(name: Diagnosis['check'], work: Promise<unknown>): Promise<Diagnosis> {
  try {
    await work;
    return { check: name, ok: true, code: null, message: 'works', details: {} };
  } catch (thrown) {
    const { code, details } = toErrorData(thrown);
    const message = thrown instanceof Error ? thrown.message : 'failed';
    return { check: name, ok: false, code, message, details };
  }
}
