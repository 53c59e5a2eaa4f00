import type { ErrorDetail } from '../../../contract/errors/api-error.ts';
import type { PaymentTerms } from '../../../contract/payments/account.ts';
import { invalidFields } from '../../base/shared/api-error.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { addDays, dayInSaoPaulo } from '../../base/shared/sao-paulo-days.ts';
import type { IssuingTerms } from '../../providers/acquirer.ts';
import { COMMON_TERMS } from '../../providers/acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Providers } from '../../providers/providers.ts';
import type { Account } from '../accounts/account.ts';
import { hasMethod } from '../accounts/account.ts';
import type { Route } from './payin-provider.ts';
import type { ServedRequest } from './payin-repeat.ts';

/** 400 INVALID_DATA where nobody can, with what the first asks for. `now`: the account's time. */
export function requireTermsMet(request: ServedRequest, route: Route, now: Date): Route {
  const faults = route.map((provider) => faultsOf(request, termsOf(provider), now));
  const [first, ...others] = route.filter((_, place) => faults[place]?.length === 0);
  if (first === undefined) throw invalidFields(faults[0] ?? []);
  return [first, ...others];
}

function termsOf({ payments }: Provider): IssuingTerms {
  return payments?.terms ?? COMMON_TERMS;
}

function faultsOf(request: ServedRequest, terms: IssuingTerms, now: Date): ErrorDetail[] {
  const { dueDate, expiresInSeconds = null, customer } = request;
  switch (request.paymentMethod) {
    case 'PIX': {
      const { min, max } = terms.pixSeconds;
      const isRight =
        expiresInSeconds === null || (expiresInSeconds >= min && expiresInSeconds <= max);
      return isRight ? [] : [errorDetail('expiresInSeconds', 'whole_number', { min, max })];
    }
    case 'BOLETO': {
      const first = dayInSaoPaulo(now);
      const last = addDays(first, terms.boletoDays);
      const isRight = dueDate === undefined || (dueDate >= first && dueDate <= last);
      const missing = terms.boletoFields.filter(() => customer.address?.neighborhood === undefined);
      return [
        ...(isRight ? [] : [errorDetail('dueDate', 'day_between', { first, last })]),
        ...missing.map((field) => errorDetail(field, 'required')),
      ];
    }
    case 'OPEN_FINANCE':
    case 'CREDIT_CARD':
      return [];
  }
}

/** All that anybody on its route takes, and the fields that nobody there does without. */
export async function paymentTermsOf(
  account: Account,
  providers: Providers,
): Promise<PaymentTerms> {
  const termsFor = async (method: 'PIX' | 'BOLETO') =>
    hasMethod(account, method)
      ? (await providers.route(account.companyId, method)).map(termsOf)
      : [];
  const [pix, boleto] = await Promise.all([termsFor('PIX'), termsFor('BOLETO')]);
  const seconds = pix.map(({ pixSeconds }) => pixSeconds);
  const expiresInSeconds = {
    min: Math.min(...seconds.map(({ min }) => min)),
    max: Math.max(...seconds.map(({ max }) => max)),
  };
  const days = Math.max(...boleto.map(({ boletoDays }) => boletoDays));
  const needed = (boleto[0]?.boletoFields ?? []).filter((field) =>
    boleto.every(({ boletoFields }) => boletoFields.includes(field)),
  );
  return {
    ...(seconds.length === 0 ? {} : { pix: { requiredFields: [], expiresInSeconds } }),
    ...(boleto.length === 0
      ? {}
      : { boleto: { requiredFields: needed, daysUntilDue: { min: 0, max: days } } }),
  };
}
