import type { PaymentMethod } from '../../../../contract/payment-method.ts';
import { PAYMENT_METHODS } from '../../../../contract/payment-method.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { hasMethod, reasonOf, toCompanyAccount } from '../../../domain/accounts/account.ts';
import { withWorkingMethods } from '../../../domain/accounts/working-methods.ts';
import { METHOD_NAMES } from '../../framework/parts/method-names.ts';
import { StateBadge } from '../../framework/parts/state.tsx';
import { Facts, Table } from '../../framework/parts/table.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get } from '../../framework/route.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

const WORDS = words({
  title: ['Conta', 'Account'],
  name: ['Razão social', 'Legal name'],
  tradeName: ['Nome fantasia', 'Trade name'],
  document: ['CNPJ', 'CNPJ'],
  id: ['Identificador', 'Identifier'],
  kyc: ['Verificação de identidade', 'Identity check'],
  state: ['Situação', 'State'],
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
  methods: ['Meios de pagamento', 'Payment methods'],
  method: ['Meio', 'Method'],
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
  threeDS: ['3-D Secure', '3-D Secure'],
  flows: {
    none: ['Não', 'No'],
    'pre-order': ['Antes do pedido', 'Before the order'],
    'post-order': ['Depois do pedido', 'After the order'],
  },
  antifraud: ['Antifraude', 'Antifraud'],
  cardOnFile: ['Cartões salvos', 'Saved cards'],
  installments: ['Parcelas, no máximo', 'Installments at most'],
  approval: ['Saques esperam aprovação', 'Payouts wait for approval'],
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  kycStates: {
    approved: ['Aprovada', 'Approved'],
    pending: ['Em análise', 'Being looked at'],
    rejected: ['Recusada', 'Rejected'],
    needs_more_info: ['Faltam informações', 'Needs more information'],
    not_submitted: ['Não enviada', 'Not submitted'],
  },
});

/** What `GET /whoami` says of the account, and why. */
export const ACCOUNT_PAGES: readonly DashboardRoute[] = [
  get('/account', 'account.read', async (visit, services) => {
    const account = await services.accounts.find(visit.companyId);
    if (account === null) return visit.notFound();
    const working = await withWorkingMethods(account, services.providers);
    return showAccount(visit, account, working);
  }),
];

function showAccount(visit: Visit, account: Account, working: Account): Promise<Response> {
  const { language } = visit;
  const text = WORDS[language];
  const told = toCompanyAccount(working);
  const reason = reasonOf(account);
  const { traits } = account;
  const yesOrNo = (is: boolean) => (is ? text.yes : text.no);
  return visit.page(
    text.title,
    <>
      <section class="card">
        <Facts
          facts={[
            [text.name, told.companyName],
            [text.tradeName, told.tradeName ?? '–'],
            [text.document, told.document ?? '–'],
            [text.id, <code>{told.companyId}</code>],
            [text.kyc, text.kycStates[told.kycStatus]],
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
      <h2>{text.methods}</h2>
      <Table
        caption={text.methods}
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
          [text.threeDS, text.flows[traits.threeDSFlow ?? 'none']],
          [text.antifraud, yesOrNo(traits.antifraud)],
          [text.cardOnFile, yesOrNo(traits.cardOnFile)],
          [text.installments, String(traits.maxInstallments)],
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
