export type TryWords = { readonly [name in keyof (typeof TRY_WORDS)['en']]: string };

/** What the form for a call says. */
export const TRY_WORDS = {
  en: {
    tryIt: 'Try it',
    account: 'Account',
    example: 'Example',
    body: 'Body (JSON)',
    any: 'any',
    ownId: 'filled in by itself once you have made one on this page',
    send: 'Send to the sandbox',
    sending: 'Sending…',
    status: 'Status',
    notJson: 'This is not a JSON object.',
    notThere: 'The sandbox is not running: start it with npm start.',
    answer: 'Answer',
    noBody: 'No body.',
    curl: 'The same with curl',
  },
  pt: {
    tryIt: 'Experimentar',
    account: 'Conta',
    example: 'Exemplo',
    body: 'Corpo (JSON)',
    any: 'qualquer',
    ownId: 'preenchido sozinho depois que você criar um nesta página',
    send: 'Enviar ao sandbox',
    sending: 'Enviando…',
    status: 'Status',
    notJson: 'Isto não é um objeto JSON.',
    notThere: 'O sandbox não está no ar: inicie-o com npm start.',
    answer: 'Resposta',
    noBody: 'Sem corpo.',
    curl: 'O mesmo com curl',
  },
} as const;
