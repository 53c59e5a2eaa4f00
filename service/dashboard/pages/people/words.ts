import { pageWords } from '../../words/words.ts';

export const WORDS = pageWords({
  intro: [
    'Quem entra no painel desta conta, e o que cada pessoa pode fazer.',
    'Who uses the dashboard of this account, and what each of them may do.',
  ],
  role: ['Papel', 'Role'],
  you: ['(você)', '(you)'],
  states: {
    invited: ['Convidada', 'Invited'],
    expired: ['Convite vencido', 'Invitation expired'],
    active: ['Ativa', 'Active'],
    removed: ['Removida', 'Removed'],
  },
  invite: ['Convidar uma pessoa', 'Invite a person'],
  sendInvite: ['Criar convite', 'Create the invitation'],
  nameHint: ['Como a pessoa é chamada.', 'How the person is called.'],
  emailError: [
    'Este e-mail não é válido, ou já é de alguém no painel.',
    'This e-mail is not valid, or is somebody’s in the dashboard already.',
  ],
  nameError: ['Informe o nome, com até 150 caracteres.', 'Give the name, of up to 150 characters.'],
  roleError: ['Escolha um papel da lista.', 'Choose one of the roles in the list.'],
  roles: {
    owner: ['Proprietário', 'Owner'],
    finance: ['Financeiro', 'Finance'],
    support: ['Atendimento', 'Support'],
    developer: ['Desenvolvimento', 'Developer'],
    viewer: ['Consulta', 'Viewer'],
  },
  rolesTitle: ['O que cada papel pode fazer', 'What each role may do'],
  may: {
    owner: [
      'Tudo na conta, inclusive pessoas e chaves.',
      'Everything of the account, its people and keys as well.',
    ],
    finance: [
      'Pagamentos, reembolsos, saques, saldo e exportações.',
      'Payments, refunds, payouts, balance and exports.',
    ],
    support: [
      'Buscar pagamentos e clientes, reembolsar até um limite, reenviar eventos.',
      'Look up payments and customers, refund up to a limit, resend events.',
    ],
    developer: [
      'Chaves, origens, webhooks e erros da API.',
      'Keys, origins, webhooks and errors of the API.',
    ],
    viewer: [
      'Ver pagamentos, saques e saldo, sem mudar nada.',
      'See payments, payouts and balance, and change nothing.',
    ],
  },
  invited: ['Convite criado', 'Invitation created'],
  linkIntro: [
    'Envie este link à pessoa por um canal seguro. Ele funciona uma vez.',
    'Send this link to the person by a way that is safe. It works once.',
  ],
  linkOnce: [
    'O link não é guardado e não pode ser mostrado de novo.',
    'The link is kept nowhere and cannot be shown again.',
  ],
  linkEnds: ['Vale até', 'Valid until'],
  link: ['Link do convite', 'Link of the invitation'],
  back: ['Voltar para pessoas', 'Back to people'],
  renew: ['Criar outro link de convite', 'Create another link'],
  renewText: [
    'O link anterior deixa de funcionar. O novo vale por três dias e é mostrado uma vez.',
    'The link before stops working. The new one holds for three days and is shown once.',
  ],
  hasAccepted: [
    'Esta pessoa já aceitou o convite.',
    'This person has accepted the invitation already.',
  ],
  setRole: ['Mudar o papel', 'Change the role'],
  newRole: ['Novo papel', 'New role'],
  remove: ['Remover do painel', 'Remove from the dashboard'],
  removeText: [
    'As sessões e as chaves de acesso desta pessoa terminam agora, e nome e e-mail são apagados. Não há como desfazer.',
    'All sessions and passkeys of this person end now, and their name and e-mail are erased. It cannot be undone.',
  ],
  roleSet: ['O papel foi alterado.', 'The role was changed.'],
  removed: [
    'A pessoa foi removida. Veja em Integração se deixou chaves de API: elas ainda funcionam.',
    'The person was removed. See under Integration whether they left API keys: those still work.',
  ],
  ownTitle: ['Esta pessoa é você', 'This person is you'],
  own: [
    'Ninguém muda o próprio papel nem remove a si. Peça a outro proprietário da conta.',
    'Nobody changes their own role or removes themselves. Ask another owner of the account.',
  ],
  lastOwner: [
    'Esta pessoa é a última proprietária da conta. Torne outra pessoa proprietária antes.',
    'This person is the last owner of the account. Make somebody else an owner first.',
  ],
});

export type PeopleWords = (typeof WORDS)['en'];
