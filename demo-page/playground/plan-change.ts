import type { ElementPlan } from './playground-options.ts';
import type { Plain, PlainValue } from './playground-sdk.ts';

export type PlanChange = { kind: 'none' } | { kind: 'update'; changes: Plain } | { kind: 'mount' };

/** What `element.update` takes, and the value that takes an option back to the SDK's own. */
const LIVE: { readonly [option: string]: PlainValue | undefined } = {
  amount: undefined,
  referenceId: undefined,
  installments: 1,
  maxInstallments: 1,
  locale: 'pt-BR',
  layout: 'row',
  appearance: { variables: {} },
  labels: {},
};

/**
 * The step from one plan to the next. Everything on the list above changes while the buyer types;
 * another account, or another customer, is another element, and so are other methods or prices.
 */
export function changeOf(before: ElementPlan, after: ElementPlan): PlanChange {
  const isOther = before.kind !== after.kind || !isSame(before.init, after.init);
  if (isOther) return { kind: 'mount' };
  const names = new Set([...Object.keys(before.mount), ...Object.keys(after.mount)]);
  const changes: { [option: string]: PlainValue } = {};
  for (const name of names) {
    const value = after.mount[name];
    if (isSame(before.mount[name], value)) continue;
    const isFixed = after.kind === 'payment' && name === 'layout';
    if (isFixed || !(name in LIVE)) return { kind: 'mount' };
    const given = name === 'appearance' ? withVariables(value) : (value ?? LIVE[name]);
    if (given !== undefined) changes[name] = given;
  }
  return Object.keys(changes).length === 0 ? { kind: 'none' } : { kind: 'update', changes };
}

/** A list that is not given stays as it was, so one that went has to be given empty. */
function withVariables(appearance: PlainValue | undefined): PlainValue {
  return { variables: {}, ...(typeof appearance === 'object' ? appearance : {}) };
}

function isSame(one: PlainValue | undefined, other: PlainValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
