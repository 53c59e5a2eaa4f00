import { pageWords } from '../../words/words.ts';

export const SIGN_IN_WORDS = pageWords({
  signIn: ['Entrar', 'Sign in'],
  password: ['Senha', 'Password'],
  goOn: ['Continuar', 'Continue'],
  wrongPassword: ['O e-mail ou a senha não conferem.', 'The e-mail or the password is wrong.'],
  forgotten: [
    'Esqueceu a senha? Peça um convite novo a quem administra a conta.',
    'Forgot the password? Ask whoever manages the account for a new invitation.',
  ],
  secondStep: ['Segunda etapa', 'Second step'],
  code: ['Código', 'Code'],
  codeHint: [
    'Os seis números que o aplicativo mostra agora, ou um código de recuperação.',
    'The six digits that your app shows now, or a recovery code.',
  ],
  unproved: {
    wrong: [
      'O código não confere. Cada código vale uma só vez: espere o próximo.',
      'The code is wrong. Each code counts only once: wait for the next one.',
    ],
    held: [
      'Códigos errados demais em 24 horas. Use um código de recuperação ou uma chave de acesso, ou peça ajuda.',
      'Too many wrong codes in 24 hours. Use a recovery code or a passkey, or ask for help.',
    ],
  },
  wrongCodes: [
    'Códigos errados desde a sua última entrada: {count}. Se não foi você, troque a senha: alguém sabe qual é.',
    'Wrong codes since you last signed in: {count}. If that was not you, change your password: somebody has it.',
  ],
  over: [
    'Passaram cinco minutos desde a senha. Entre de novo.',
    'Five minutes have passed since the password. Sign in again.',
  ],
  startOver: ['Começar de novo', 'Start over'],
  setUp: ['Proteja a sua conta', 'Protect your account'],
  setUpIntro: [
    'Além da senha, pedimos um código de um aplicativo autenticador, como Google Authenticator, 1Password ou Aegis. Leia a imagem com ele.',
    'Beside the password we ask for a code of an authenticator app, such as Google Authenticator, 1Password or Aegis. Read the picture with it.',
  ],
  qrCode: ['Código QR para o aplicativo autenticador', 'QR code for the authenticator app'],
  typeSecret: [
    'Não consegue ler a imagem? Digite esta chave no aplicativo:',
    'Cannot read the picture? Type this key into the app:',
  ],
  firstCode: ['Código do aplicativo', 'Code of the app'],
  firstCodeHint: [
    'Os seis números que o aplicativo mostra depois de ler a imagem.',
    'The six digits that the app shows once it has read the picture.',
  ],
  wrongFirstCode: [
    'O código não confere. Confira a hora do celular e se leu a imagem mais recente.',
    'The code is wrong. Check the time of the phone, and that the picture is new.',
  ],
  saveCodes: ['Guarde os códigos de recuperação', 'Keep the recovery codes'],
  saveCodesIntro: [
    'Cada um vale uma vez, no lugar do aplicativo, para quando você não tiver o celular. Não vamos mostrá-los de novo.',
    'Each counts once, in place of the app, for when you do not have your phone. They are not shown again.',
  ],
  download: ['Baixar os códigos', 'Download the codes'],
  codesFile: ['codigos-de-recuperacao.txt', 'recovery-codes.txt'],
  codesSaved: ['Guardei os códigos', 'I have kept the codes'],
  invitation: ['Aceitar o convite', 'Accept the invitation'],
  welcome: ['Olá', 'Hello'],
  choosePassword: [
    'Escolha uma senha para entrar. Em seguida você protege a conta.',
    'Choose a password to sign in by. Next you protect the account.',
  ],
  passwordHint: ['De 12 a 128 caracteres.', '12 to 128 characters.'],
  repeat: ['Repita a senha', 'Repeat the password'],
  notSame: ['As duas senhas são diferentes.', 'The two passwords differ.'],
  badPassword: [
    'A senha precisa ter de 12 a 128 caracteres.',
    'The password must be 12 to 128 characters long.',
  ],
  invitationOver: ['Este convite não vale mais', 'This invitation is no longer valid'],
  invitationOverText: [
    'Ele já foi usado, passou do prazo ou foi retirado. Peça outro a quem convidou você.',
    'It was used, is over or was taken back. Ask whoever invited you for another one.',
  ],
  prove: ['Confirme que é você', 'Confirm that it is you'],
  proveIntro: [
    'O que vem a seguir mexe com dinheiro ou segredos.',
    'What comes next is about money or secrets.',
  ],
  wrongProof: [
    'A senha ou o código não conferem. Cada código vale uma só vez.',
    'The password or the code is wrong. Each code counts only once.',
  ],
  confirm: ['Confirmar', 'Confirm'],
  published: ['Pessoas de teste', 'People for testing'],
  publishedIntro: [
    'Só existem no ambiente de testes. Entre com um clique:',
    'They exist in the sandbox alone. Sign in with one press:',
  ],
  enterAs: ['Entrar como', 'Sign in as'],
  confirmAs: ['Confirmar como', 'Confirm as'],
  publishedSecret: ['Senha de todas', 'Password of them all'],
  publishedTotp: ['chave do aplicativo', 'key for the app'],
  signedOut: ['Você saiu.', 'You are signed out.'],
});
