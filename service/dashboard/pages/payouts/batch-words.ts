import { words } from '../../words/words.ts';

export const BATCH_WORDS = words({
  'pt-BR': {
    title: 'Saques por planilha',
    file: 'Arquivo CSV',
    fileHint: 'Até 1.000 linhas e 1 MB. No Excel, salve como “CSV UTF-8”.',
    read: 'Conferir a planilha',
    columnsTitle: 'Colunas da planilha',
    columnsText:
      'A primeira linha traz os nomes das colunas: referencia, valor, tipo_chave e chave_pix; nome e documento são opcionais. Nada é enviado antes de você conferir e confirmar.',
    example: 'Exemplo',
    noFile: 'Escolha um arquivo CSV.',
    faults: {
      'not-text': 'O arquivo não é um CSV em UTF-8. No Excel, salve como “CSV UTF-8”.',
      'too-large': 'O arquivo passa de 1 MB. Divida-o em partes.',
      'too-many-lines': 'O arquivo tem mais de 1.000 linhas. Divida-o em partes.',
      empty: 'O arquivo não tem linhas de saques.',
    },
    quote: 'Há uma aspa que não fecha, aberta na linha ',
    missing: 'Faltam colunas: ',
    unknown: 'Colunas desconhecidas ou repetidas: ',
    wrong: (count: number) =>
      count === 1
        ? '1 linha precisa de correção. Nada foi enviado.'
        : `${count} linhas precisam de correção. Nada foi enviado.`,
    tooMuch: 'O total passa do saldo disponível. Nada foi enviado.',
    earlier: 'Linhas que já foram criadas antes e não serão repetidas: ',
    wrongTitle: 'Linhas a corrigir',
    again: 'Enviar a planilha corrigida',
    line: 'Linha',
    problem: 'O que corrigir',
    lines: 'Linhas',
    toMake: 'Saques a criar',
    total: 'Total a criar',
    available: 'Saldo disponível',
    after: 'Saldo depois',
    preview: 'Confira antes de confirmar',
    confirm: (count: number, total: string) =>
      count === 1 ? `Criar 1 saque de ${total}` : `Criar ${count} saques, no total de ${total}`,
    goOn: 'Continuar com as linhas que faltam',
    state: 'Situação',
    made: 'Já criado',
    new: 'Novo',
    left: 'Ainda não criado',
    results: 'Resultado da planilha',
    allMade: 'Todas as linhas têm o seu saque.',
    someLeft: (count: number) =>
      count === 1
        ? '1 linha ainda não tem o seu saque. Confirmar de novo não repete as outras.'
        : `${count} linhas ainda não têm o seu saque. Confirmar de novo não repete as outras.`,
    toList: 'Ver os saques',
  },
  en: {
    title: 'Payouts from a spreadsheet',
    file: 'CSV file',
    fileHint: 'At most 1,000 lines and 1 MB. In Excel, save it as “CSV UTF-8”.',
    read: 'Check the spreadsheet',
    columnsTitle: 'Columns of the spreadsheet',
    columnsText:
      'The first line has the names of the columns: reference, amount_in_reais, pix_key_type and pix_key; name and document are optional. Nothing is sent before you have checked and confirmed it.',
    example: 'Example',
    noFile: 'Choose a CSV file.',
    faults: {
      'not-text': 'The file is no CSV in UTF-8. In Excel, save it as “CSV UTF-8”.',
      'too-large': 'The file is larger than 1 MB. Split it.',
      'too-many-lines': 'The file has more than 1,000 lines. Split it.',
      empty: 'The file has no lines of payouts.',
    },
    quote: 'There is a quote that never ends, begun on line ',
    missing: 'Missing columns: ',
    unknown: 'Unknown or repeated columns: ',
    wrong: (count: number) =>
      count === 1
        ? '1 line has to be corrected. Nothing was sent.'
        : `${count} lines have to be corrected. Nothing was sent.`,
    tooMuch: 'The total exceeds the available balance. Nothing was sent.',
    earlier: 'Lines that were created before and are not repeated: ',
    wrongTitle: 'Lines to correct',
    again: 'Send the corrected spreadsheet',
    line: 'Line',
    problem: 'What to correct',
    lines: 'Lines',
    toMake: 'Payouts to create',
    total: 'Total to create',
    available: 'Available balance',
    after: 'Balance afterwards',
    preview: 'Check before you confirm',
    confirm: (count: number, total: string) =>
      count === 1 ? `Create 1 payout of ${total}` : `Create ${count} payouts, ${total} in total`,
    goOn: 'Go on with the lines that are left',
    state: 'State',
    made: 'Created already',
    new: 'New',
    left: 'Not created yet',
    results: 'Result of the spreadsheet',
    allMade: 'Every line has its payout.',
    someLeft: (count: number) =>
      count === 1
        ? '1 line has no payout yet. Confirming again does not repeat the others.'
        : `${count} lines have no payout yet. Confirming again does not repeat the others.`,
    toList: 'See the payouts',
  },
});
