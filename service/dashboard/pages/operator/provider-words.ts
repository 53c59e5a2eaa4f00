import { pageWords } from '../../words/words.ts';

export const PROVIDER_WORDS = pageWords({
  title: ['Provedores', 'Providers'],
  none: ['Nenhuma credencial guardada', 'No credentials yet'],
  noneText: [
    'Sem provedor, só o ambiente de testes recebe pagamentos.',
    'Without a provider only the sandbox takes payments.',
  ],
  company: ['Conta', 'Account'],
  certificate: ['Certificado acaba em', 'Certificate ends in'],
  days: ['dias', 'days'],
  notices: ['Avisos ligados', 'Notices connected'],
  verified: ['Comprovado', 'Proved'],
  methods: ['Meios', 'Methods'],
  add: ['Guardar credenciais', 'Keep credentials'],
  next: ['Continuar', 'Go on'],
  routes: ['Rotas de todas as contas', 'Routes of all accounts'],
  noRoutes: ['Nenhuma rota para todas as contas.', 'No route for all accounts.'],
  environment: ['Ambiente', 'Environment'],
  version: ['Versão', 'Version'],
  addedAt: ['Guardadas em', 'Kept since'],
  rotatedAt: ['Trocadas em', 'Rotated at'],
  saved: ['Feito.', 'Done.'],
  address: ['Endereço dos avisos', 'Address of the notices'],
  works: ['As credenciais funcionam.', 'The credentials work.'],
  fails: ['Não funcionou:', 'It did not work:'],
  says: ['o provedor respondeu', 'the provider answered'],
  connected: [
    'O provedor envia os avisos a este endereço a partir de agora.',
    'The provider sends its notices to this address from now on.',
  ],
  byHand: [
    'Este provedor é avisado à mão: informe a ele este endereço.',
    'This provider is told by hand: give it this address.',
  ],
  proofs: {
    'offline-contract': ['Pela documentação', 'By its documents'],
    sandbox: ['Em testes do provedor', "In the provider's sandbox"],
    production: ['Com dinheiro de verdade', 'With real money'],
  },
});
