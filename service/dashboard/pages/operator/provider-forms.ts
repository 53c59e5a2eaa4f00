import { CONNECT_PROVIDER, TEST_PROVIDER } from '../../../acts/provider-calls.ts';
import { ADD_PROVIDER, REMOVE_PROVIDER, ROTATE_PROVIDER } from '../../../acts/providers.ts';
import { ALL_COMPANIES } from '../../../providers/credentials.ts';
import type { ProviderDefinition } from '../../../providers/definition.ts';
import { pageWords } from '../../words/words.ts';
import type { ActForm, FormField } from './act-form.tsx';

export const PROVIDER_WORDS = pageWords({
  title: ['Provedores', 'Providers'],
  none: ['Nenhuma credencial guardada', 'No credentials yet'],
  noneText: [
    'Sem provedor, só o ambiente de testes recebe pagamentos.',
    'Without a provider only the sandbox takes payments.',
  ],
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

export function providerForms(definition: ProviderDefinition): readonly ActForm[] {
  return [
    { act: TEST_PROVIDER, title: 'test', fields: [] },
    { act: CONNECT_PROVIDER, title: 'connect', fields: [] },
    {
      act: ROTATE_PROVIDER,
      title: 'rotate',
      fields: [
        ...settingFields(definition).map((field) => ({ ...field, isOptional: true })),
        { option: 'new-address', label: 'newAddress', choices: ['no', 'yes'] },
      ],
    },
    { act: REMOVE_PROVIDER, title: 'remove', fields: [], danger: true },
  ];
}

export function newProviderForm(definition: ProviderDefinition) {
  return {
    act: ADD_PROVIDER,
    title: 'add',
    fields: [{ option: 'company', label: 'of' }, ...settingFields(definition)],
  } satisfies ActForm;
}

/** A secret is never shown again, so its field is always empty. */
function settingFields({ settings }: ProviderDefinition): FormField[] {
  return settings.map(({ name, help, isSecret, isRequired, isFile }) => ({
    option: name,
    label: { plain: name },
    hint: { 'pt-BR': help.pt, en: help.en },
    isOptional: !isRequired,
    ...(isFile ? { type: 'file' as const } : isSecret ? { type: 'password' as const } : {}),
  }));
}

export function segmentOf(company: string): string {
  return company === ALL_COMPANIES ? 'all' : company;
}
