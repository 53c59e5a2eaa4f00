import { words } from '../../words/words.ts';

export const WORDS = words({
  'pt-BR': {
    title: 'Chaves de acesso',
    intro:
      'Uma chave de acesso fica no seu celular, computador ou chave de segurança. Para entrar basta o dedo, o rosto ou o PIN do aparelho, sem senha e sem código.',
    none: 'Você ainda não tem chaves de acesso',
    name: 'Nome',
    created: 'Criada em',
    used: 'Último uso',
    never: 'Nunca',
    add: 'Adicionar chave de acesso',
    nameHint: 'Para você reconhecer o aparelho na lista.',
    nameError: 'Informe um nome, com até 60 caracteres.',
    newName: 'Meu aparelho',
    create: 'Criar chave de acesso',
    rename: 'Mudar o nome',
    remove: 'Remover chave de acesso',
    removeText: 'Este aparelho deixa de abrir o painel. Apague a chave também no próprio aparelho.',
    added: 'A chave de acesso foi adicionada.',
    renamed: 'O nome foi alterado.',
    removed: 'A chave de acesso foi removida.',
    back: 'Voltar para chaves de acesso',
    onlyWayIn:
      'Esta é a sua única forma de entrar. Antes de remover, configure um aplicativo de códigos ou adicione outra chave de acesso.',
    signIn: 'Entrar com chave de acesso',
    prove: 'Confirmar com chave de acesso',
    needsScript:
      'Para isso o navegador precisa executar JavaScript e ter suporte a chaves de acesso.',
    stopped: 'O aparelho não respondeu, ou o pedido foi cancelado. Tente de novo.',
    have: 'Este aparelho já tem uma chave de acesso sua.',
    refusals: {
      challenge: 'A página ficou aberta por tempo demais. Tente de novo.',
      answer: 'Esta chave de acesso não foi aceita. Tente de novo ou entre com a senha.',
      counter:
        'Esta chave de acesso não foi aceita, porque o aparelho parece ser uma cópia. Entre com a senha e remova a chave.',
      taken: 'Este aparelho já tem uma chave de acesso registrada.',
      'too-many': 'Você já tem 20 chaves de acesso. Remova uma antes de adicionar outra.',
    },
    unavailable: {
      'ip-address':
        'Chaves de acesso não estão disponíveis: o endereço do painel é um número de IP, e navegadores só as aceitam para um nome. Quem opera o serviço muda isso em DASHBOARD_URL.',
      'not-secure':
        'Chaves de acesso não estão disponíveis: o endereço do painel não usa https. Quem opera o serviço muda isso em DASHBOARD_URL.',
    },
  },
  en: {
    title: 'Passkeys',
    intro:
      'A passkey is kept by your phone, computer or security key. A finger, a face or the PIN of the device signs you in, with no password and no code.',
    none: 'You have no passkeys yet',
    name: 'Name',
    created: 'Created',
    used: 'Last used',
    never: 'Never',
    add: 'Add a passkey',
    nameHint: 'So that you know the device in the list.',
    nameError: 'Give a name, of up to 60 characters.',
    newName: 'My device',
    create: 'Create the passkey',
    rename: 'Change the name',
    remove: 'Remove the passkey',
    removeText:
      'This device opens the dashboard no more. Delete the passkey on the device as well.',
    added: 'The passkey was added.',
    renamed: 'The name was changed.',
    removed: 'The passkey was removed.',
    back: 'Back to passkeys',
    onlyWayIn:
      'This is your only way to sign in. Before you remove it, set up an app for codes or add another passkey.',
    signIn: 'Sign in with a passkey',
    prove: 'Confirm with a passkey',
    needsScript: 'For this the browser has to run JavaScript and know passkeys.',
    stopped: 'The device did not answer, or it was cancelled. Try again.',
    have: 'This device has a passkey of yours already.',
    refusals: {
      challenge: 'The page was open for too long. Try again.',
      answer: 'This passkey was not taken. Try again, or sign in by password.',
      counter:
        'This passkey was not taken, since the device seems to be a copy. Sign in by password and remove it.',
      taken: 'This device has a passkey that is registered already.',
      'too-many': 'You have 20 passkeys already. Remove one before you add another.',
    },
    unavailable: {
      'ip-address':
        'There are no passkeys here: the address of the dashboard is an IP number, and browsers make them for names alone. Who runs the service changes that in DASHBOARD_URL.',
      'not-secure':
        'There are no passkeys here: the address of the dashboard has no https. Who runs the service changes that in DASHBOARD_URL.',
    },
  },
});

export type RefusalName = keyof (typeof WORDS)['en']['refusals'];

export function isRefusalName(text: string | null): text is RefusalName {
  return text !== null && Object.hasOwn(WORDS.en.refusals, text);
}
