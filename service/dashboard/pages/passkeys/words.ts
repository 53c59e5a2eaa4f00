import { pageWords } from '../../words/words.ts';

export const WORDS = pageWords({
  intro: [
    'Uma chave de acesso fica no seu celular, computador ou chave de segurança. Para entrar basta o dedo, o rosto ou o PIN do aparelho, sem senha e sem código.',
    'A passkey is kept by your phone, computer or security key. A finger, a face or the PIN of the device signs you in, with no password and no code.',
  ],
  none: ['Você ainda não tem chaves de acesso', 'You have no passkeys yet'],
  created: ['Criada em', 'Created'],
  never: ['Nunca', 'Never'],
  add: ['Adicionar chave de acesso', 'Add a passkey'],
  nameHint: [
    'Para você reconhecer o aparelho na lista.',
    'So that you know the device in the list.',
  ],
  nameError: ['Informe um nome, com até 60 caracteres.', 'Give a name, of up to 60 characters.'],
  newName: ['Meu aparelho', 'My device'],
  create: ['Criar chave de acesso', 'Create the passkey'],
  rename: ['Mudar o nome', 'Change the name'],
  remove: ['Remover chave de acesso', 'Remove the passkey'],
  removeText: [
    'Este aparelho deixa de abrir o painel. Apague a chave também no próprio aparelho.',
    'This device opens the dashboard no more. Delete the passkey on the device as well.',
  ],
  added: ['A chave de acesso foi adicionada.', 'The passkey was added.'],
  renamed: ['O nome foi alterado.', 'The name was changed.'],
  removed: ['A chave de acesso foi removida.', 'The passkey was removed.'],
  back: ['Voltar para chaves de acesso', 'Back to passkeys'],
  onlyWayIn: [
    'Esta é a sua única forma de entrar. Antes de remover, configure um aplicativo de códigos ou adicione outra chave de acesso.',
    'This is your only way to sign in. Before you remove it, set up an app for codes or add another passkey.',
  ],
  signIn: ['Entrar com chave de acesso', 'Sign in with a passkey'],
  prove: ['Confirmar com chave de acesso', 'Confirm with a passkey'],
  needsScript: [
    'Para isso o navegador precisa executar JavaScript e ter suporte a chaves de acesso.',
    'For this the browser has to run JavaScript and know passkeys.',
  ],
  stopped: [
    'O aparelho não respondeu, ou o pedido foi cancelado. Tente de novo.',
    'The device did not answer, or it was cancelled. Try again.',
  ],
  have: [
    'Este aparelho já tem uma chave de acesso sua.',
    'This device has a passkey of yours already.',
  ],
  refusals: {
    challenge: [
      'A página ficou aberta por tempo demais. Tente de novo.',
      'The page was open for too long. Try again.',
    ],
    answer: [
      'Esta chave de acesso não foi aceita. Tente de novo ou entre com a senha.',
      'This passkey was not accepted. Try again, or sign in by password.',
    ],
    counter: [
      'Esta chave de acesso não foi aceita, porque o aparelho parece ser uma cópia. Entre com a senha e remova a chave.',
      'This passkey was not accepted, since the device seems to be a copy. Sign in by password and remove it.',
    ],
    taken: [
      'Este aparelho já tem uma chave de acesso registrada.',
      'This device has a passkey that is registered already.',
    ],
    'too-many': [
      'Você já tem 20 chaves de acesso. Remova uma antes de adicionar outra.',
      'You have 20 passkeys already. Remove one before you add another.',
    ],
  },
  unavailable: {
    'ip-address': [
      'Chaves de acesso não estão disponíveis: o endereço do painel é um número de IP, e navegadores só as aceitam para um nome. Quem opera o serviço muda isso em DASHBOARD_URL.',
      'There are no passkeys here: the address of the dashboard is an IP number, and browsers make them for names alone. Who runs the service changes that in DASHBOARD_URL.',
    ],
    'not-secure': [
      'Chaves de acesso não estão disponíveis: o endereço do painel não usa https. Quem opera o serviço muda isso em DASHBOARD_URL.',
      'There are no passkeys here: the address of the dashboard has no https. Who runs the service changes that in DASHBOARD_URL.',
    ],
  },
});

export type RefusalName = keyof (typeof WORDS)['en']['refusals'];

export function isRefusalName(text: string | null): text is RefusalName {
  return text !== null && Object.hasOwn(WORDS.en.refusals, text);
}
