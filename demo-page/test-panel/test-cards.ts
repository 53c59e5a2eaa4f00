export type TestValue = { value: string; outcome: string };
export type TestGroup = { title: string; note: string; column: string; rows: TestValue[] };

export const TEST_GROUPS: TestGroup[] = [
  {
    title: 'Cartões aprovados',
    note: 'Validade: qualquer mês futuro. CVV: 123 (Amex: 1234).',
    column: 'Número',
    rows: [
      { value: '4111 1111 1111 1111', outcome: 'Visa' },
      { value: '5555 5555 5555 4444', outcome: 'Mastercard' },
      { value: '5066 9900 0000 0010', outcome: 'Elo' },
      { value: '6516 8000 0000 0015', outcome: 'Elo' },
      { value: '6062 8200 0000 0011', outcome: 'Hipercard' },
      { value: '3782 822463 10005', outcome: 'Amex' },
    ],
  },
  {
    title: 'Cartões com outro resultado',
    note: 'O número vale mais que o nome.',
    column: 'Número',
    rows: [
      { value: '4000 0000 0000 0002', outcome: 'Recusado' },
      { value: '4000 0000 0000 9995', outcome: 'Sem limite' },
      { value: '4000 0000 0000 0127', outcome: 'CVV errado' },
      { value: '4100 0000 0000 0019', outcome: 'Barrado por risco' },
      { value: '4000 0000 0000 0119', outcome: 'Falha; aprova na 2ª' },
    ],
  },
  {
    title: 'Com 3-D Secure',
    note: 'Nas contas preorder e postorder. O código da confirmação é 1234.',
    column: 'Número',
    rows: [
      { value: '4000 0000 0000 2701', outcome: 'Visa, sem desafio' },
      { value: '4000 0000 0000 2503', outcome: 'Visa, com desafio' },
      { value: '5200 0000 0000 1096', outcome: 'Mastercard, com desafio' },
      { value: '6505 2900 0000 2190', outcome: 'Elo, com desafio' },
      { value: '4000 0000 0000 2370', outcome: 'Desafio sempre falha' },
      { value: '4000 0000 0000 2925', outcome: 'Não autenticado' },
      { value: '4000 0000 0000 2719', outcome: 'Tentativa, aprova' },
      { value: '4000 0000 0000 2537', outcome: 'Rejeitado pelo banco' },
      { value: '4000 0000 0000 2313', outcome: 'Banco indisponível' },
      { value: '4000 0000 0000 2420', outcome: 'Cartão sem 3DS' },
      { value: '4000 0000 0000 2644', outcome: 'Erro do sistema' },
      { value: '4000 0000 0000 2354', outcome: 'Espera 10 s, aprova' },
    ],
  },
  {
    title: 'Pelo nome no cartão',
    note: 'Com um número aprovado, o nome decide.',
    column: 'Nome',
    rows: [
      { value: 'APRO', outcome: 'Aprovado' },
      { value: 'OTHE', outcome: 'Recusado' },
      { value: 'FUND', outcome: 'Sem limite' },
      { value: 'SECU', outcome: 'CVV errado' },
      { value: 'RISK', outcome: 'Barrado por risco' },
      { value: 'PERR', outcome: 'Falha da operadora' },
      { value: 'CATA', outcome: 'Processamento falha' },
      { value: 'SLOW', outcome: 'Fica em análise' },
    ],
  },
];

export const TEST_ACCOUNTS: TestValue[] = [
  { value: 'no3ds', outcome: 'sem 3DS' },
  { value: 'preorder', outcome: '3DS antes da cobrança' },
  { value: 'postorder', outcome: '3DS depois da cobrança' },
  { value: 'manual', outcome: 'sem open finance' },
  { value: 'cardonfile', outcome: 'cartão salvo' },
  { value: 'company', outcome: 'empresas pagam, com CNPJ' },
  { value: 'interest', outcome: 'parcelas com juros' },
  { value: 'pending', outcome: 'cadastro em análise' },
  { value: 'blocked', outcome: 'conta bloqueada' },
  { value: 'nocard', outcome: 'cartão não habilitado' },
];
