import type { PaymentMethod } from '../../../../contract/payments/payment-method.ts';
import { PAYMENT_METHODS } from '../../../../contract/payments/payment-method.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { hasMethod, reasonOf, toCompanyAccount } from '../../../domain/accounts/account.ts';
import { withWorkingMethods } from '../../../domain/accounts/working-methods.ts';
import { Facts, StateBadge, Table } from '../../framework/parts/table.tsx';
import { METHOD_NAMES } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get } from '../../framework/route.ts';
import type { Language } from '../../words/words.ts';
import { pageWords } from '../../words/words.ts';
import { LABELS, VALUES } from '../operator/words.ts';

const WORDS = pageWords({
  can: ['Pode transacionar', 'May transact'],
  cannot: {
    KYC_NOT_APPROVED: [
      'Não transaciona: a verificação de identidade não está aprovada.',
      'Does not transact: the identity check is not approved.',
    ],
    COMPANY_BLOCKED: [
      'Não transaciona: a conta está bloqueada. Fale com o operador do serviço.',
      'Does not transact: the account is blocked. Talk to who runs the service.',
    ],
  },
  open: ['Disponível', 'Available'],
  closed: ['Indisponível', 'Not available'],
  why: ['Por quê', 'Why'],
  reasons: {
    works: [
      'Habilitado, e há um provedor que o atende.',
      'Enabled, and there is a provider that serves it.',
    ],
    account: ['A conta não transaciona.', 'The account does not transact.'],
    off: ['Não está habilitado para esta conta.', 'Not enabled for this account.'],
    card: [
      'Cartões pedem uma aprovação a mais, que esta conta ainda não tem.',
      'Cards need one more approval, which this account does not have yet.',
    ],
    provider: [
      'Habilitado, mas nenhum provedor o atende agora.',
      'Enabled, but no provider serves it now.',
    ],
  },
  capabilities: ['Cartões', 'Cards'],
  approval: ['Saques esperam aprovação', 'Payouts wait for approval'],
});

/** Tells what `GET /whoami` says of the account, and why. */
export const ACCOUNT_PAGES: readonly DashboardRoute[] = [
  get('/account', 'account.read', async (visit, services) => {
    const account = await services.accounts.find(visit.companyId);
    if (account === null) return visit.notFound();
    const working = await withWorkingMethods(account, services);
    return showAccount(visit, account, working);
  }),
];

function showAccount(visit: Visit, account: Account, working: Account): Promise<Response> {
  const { language } = visit;
  const [text, labels, values] = [WORDS[language], LABELS[language], VALUES[language]];
  const told = toCompanyAccount(working);
  const reason = reasonOf(account);
  const { traits } = account;
  const yesOrNo = (is: boolean) => (is ? text.yes : text.no);
  return visit.page(
    text.account,
    <>
      <section class="card">
        <Facts
          facts={[
            [labels.companyName, told.companyName],
            [labels.tradeName, told.tradeName ?? '–'],
            [labels.document, told.document ?? '–'],
            [labels.companyId, <code>{told.companyId}</code>],
            [labels.kyc, values[told.kycStatus]],
            [
              text.state,
              reason === null ? (
                <StateBadge kind="good">{text.can}</StateBadge>
              ) : (
                text.cannot[reason]
              ),
            ],
          ]}
        />
      </section>
      <h2>{labels.methods}</h2>
      <Table
        caption={labels.methods}
        columns={[text.method, text.state, text.why]}
        rows={PAYMENT_METHODS.map((method) => {
          const why = whyOf(method, account, working);
          const isOpen = why === 'works';
          return [
            METHOD_NAMES[language][method],
            <StateBadge kind={isOpen ? 'good' : 'warn'}>
              {isOpen ? text.open : text.closed}
            </StateBadge>,
            text.reasons[why],
          ];
        })}
      />
      <h2>{text.capabilities}</h2>
      <Facts
        facts={[
          [labels.threeDS, values[traits.threeDSFlow ?? ''] ?? text.no],
          [labels.antifraud, yesOrNo(traits.antifraud)],
          [labels.cardOnFile, yesOrNo(traits.cardOnFile)],
          [labels.maxInstallments, String(traits.maxInstallments)],
          [labels.softDescriptor, traits.softDescriptor ?? '–'],
          [text.approval, yesOrNo(traits.manualPayouts)],
        ]}
      />
    </>,
  );
}

type Why = keyof (typeof WORDS)[Language]['reasons'];

function whyOf(method: PaymentMethod, account: Account, working: Account): Why {
  if (reasonOf(account) !== null) return 'account';
  if (!account.traits.methods.includes(method)) return 'off';
  if (!hasMethod(account, method)) return 'card';
  return hasMethod(working, method) ? 'works' : 'provider';
}
