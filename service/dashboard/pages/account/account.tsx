import type { PaymentMethod } from '../../../../contract/payment-method.ts';
import { PAYMENT_METHODS } from '../../../../contract/payment-method.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { hasMethod, reasonOf, toCompanyAccount } from '../../../domain/accounts/account.ts';
import { withWorkingMethods } from '../../../domain/accounts/working-methods.ts';
import { METHOD_NAMES } from '../../framework/parts/method-names.ts';
import { StateBadge } from '../../framework/parts/state.tsx';
import { Facts, Table } from '../../framework/parts/table.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

const WORDS = words({
  'pt-BR': {
    title: 'Conta',
    name: 'Razão social',
    tradeName: 'Nome fantasia',
    document: 'CNPJ',
    id: 'Identificador',
    kyc: 'Verificação de identidade',
    state: 'Situação',
    can: 'Pode transacionar',
    cannot: {
      KYC_NOT_APPROVED: 'Não transaciona: a verificação de identidade não está aprovada.',
      COMPANY_BLOCKED: 'Não transaciona: a conta está bloqueada. Fale com o operador do serviço.',
    },
    methods: 'Meios de pagamento',
    method: 'Meio',
    open: 'Disponível',
    closed: 'Indisponível',
    why: 'Por quê',
    reasons: {
      works: 'Habilitado, e há um provedor que o atende.',
      account: 'A conta não transaciona.',
      off: 'Não está habilitado para esta conta.',
      card: 'Cartões pedem uma aprovação a mais, que esta conta ainda não tem.',
      provider: 'Habilitado, mas nenhum provedor o atende agora.',
    },
    capabilities: 'Cartões',
    threeDS: '3-D Secure',
    flows: { none: 'Não', 'pre-order': 'Antes do pedido', 'post-order': 'Depois do pedido' },
    antifraud: 'Antifraude',
    cardOnFile: 'Cartões salvos',
    installments: 'Parcelas, no máximo',
    approval: 'Saques esperam aprovação',
    yes: 'Sim',
    no: 'Não',
    kycStates: {
      approved: 'Aprovada',
      pending: 'Em análise',
      rejected: 'Recusada',
      needs_more_info: 'Faltam informações',
      not_submitted: 'Não enviada',
    },
  },
  en: {
    title: 'Account',
    name: 'Legal name',
    tradeName: 'Trade name',
    document: 'CNPJ',
    id: 'Identifier',
    kyc: 'Identity check',
    state: 'State',
    can: 'May transact',
    cannot: {
      KYC_NOT_APPROVED: 'Does not transact: the identity check is not approved.',
      COMPANY_BLOCKED: 'Does not transact: the account is blocked. Talk to who runs the service.',
    },
    methods: 'Payment methods',
    method: 'Method',
    open: 'Available',
    closed: 'Not available',
    why: 'Why',
    reasons: {
      works: 'Enabled, and there is a provider that serves it.',
      account: 'The account does not transact.',
      off: 'Not enabled for this account.',
      card: 'Cards need one more approval, which this account does not have yet.',
      provider: 'Enabled, but no provider serves it now.',
    },
    capabilities: 'Cards',
    threeDS: '3-D Secure',
    flows: { none: 'No', 'pre-order': 'Before the order', 'post-order': 'After the order' },
    antifraud: 'Antifraud',
    cardOnFile: 'Saved cards',
    installments: 'Installments at most',
    approval: 'Payouts wait for approval',
    yes: 'Yes',
    no: 'No',
    kycStates: {
      approved: 'Approved',
      pending: 'Being looked at',
      rejected: 'Rejected',
      needs_more_info: 'Needs more information',
      not_submitted: 'Not submitted',
    },
  },
});

type Services = Pick<DashboardServices, 'accounts' | 'providers'>;

/** What `GET /whoami` says of the account, and why. */
export function accountPages(services: Services): readonly DashboardRoute[] {
  return [
    {
      method: 'GET',
      path: '/account',
      act: 'account.read',
      async run(visit) {
        const account = await services.accounts.find(visit.companyId);
        if (account === null) return visit.notFound();
        const working = await withWorkingMethods(account, services.providers);
        return showAccount(visit, account, working);
      },
    },
  ];
}

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
        columns={[{ name: text.method }, { name: text.state }, { name: text.why }]}
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
