import { pageWords } from '../../words/words.ts';

export const BATCH_WORDS = pageWords({
  title: ['Saques por planilha', 'Payouts from a spreadsheet'],
  file: ['Arquivo CSV', 'CSV file'],
  fileHint: [
    'Até 1.000 linhas e 1 MB. No Excel, salve como “CSV UTF-8”.',
    'At most 1,000 lines and 1 MB. In Excel, save it as “CSV UTF-8”.',
  ],
  read: ['Conferir a planilha', 'Check the spreadsheet'],
  columnsTitle: ['Colunas da planilha', 'Columns of the spreadsheet'],
  columnsText: [
    'A primeira linha traz os nomes das colunas: referencia, valor, tipo_chave e chave_pix; nome e documento são opcionais. Nada é enviado antes de você conferir e confirmar.',
    'The first line has the names of the columns: reference, amount_in_reais, pix_key_type and pix_key; name and document are optional. Nothing is sent before you have checked and confirmed it.',
  ],
  example: ['Exemplo', 'Example'],
  noFile: ['Escolha um arquivo CSV.', 'Choose a CSV file.'],
  faults: {
    'not-text': [
      'O arquivo não é um CSV. No Excel, salve como “CSV UTF-8”.',
      'The file is not a CSV. In Excel, save it as “CSV UTF-8”.',
    ],
    'too-large': [
      'O arquivo passa de 1 MB. Divida-o em partes.',
      'The file is larger than 1 MB. Split it.',
    ],
    'too-many-lines': [
      'O arquivo tem mais de 1.000 linhas. Divida-o em partes.',
      'The file has more than 1,000 lines. Split it.',
    ],
    empty: ['O arquivo não tem linhas de saques.', 'The file has no lines of payouts.'],
  },
  quote: [
    'Há uma aspa que não fecha, aberta na linha ',
    'There is a quote that never ends, begun on line ',
  ],
  missing: ['Faltam colunas: ', 'Missing columns: '],
  unknown: ['Colunas desconhecidas ou repetidas: ', 'Unknown or repeated columns: '],
  wrong: [
    (count: number) =>
      count === 1
        ? '1 linha precisa de correção. Nada foi enviado.'
        : `${count} linhas precisam de correção. Nada foi enviado.`,
    (count: number) =>
      count === 1
        ? '1 line has to be corrected. Nothing was sent.'
        : `${count} lines have to be corrected. Nothing was sent.`,
  ],
  tooMuch: [
    'O total passa do saldo disponível. Nada foi enviado.',
    'The total exceeds the available balance. Nothing was sent.',
  ],
  earlier: [
    'Linhas que já foram criadas antes e não serão repetidas: ',
    'Lines that were created before and are not repeated: ',
  ],
  wrongTitle: ['Linhas a corrigir', 'Lines to correct'],
  again: ['Enviar a planilha corrigida', 'Send the corrected spreadsheet'],
  line: ['Linha', 'Line'],
  problem: ['O que corrigir', 'What to correct'],
  lines: ['Linhas', 'Lines'],
  toMake: ['Saques a criar', 'Payouts to create'],
  total: ['Total a criar', 'Total to create'],
  available: ['Saldo disponível', 'Available balance'],
  after: ['Saldo depois', 'Balance afterwards'],
  preview: ['Confira antes de confirmar', 'Check before you confirm'],
  confirm: [
    (count: number, total: string) =>
      count === 1 ? `Criar 1 saque de ${total}` : `Criar ${count} saques, no total de ${total}`,
    (count: number, total: string) =>
      count === 1 ? `Create 1 payout of ${total}` : `Create ${count} payouts, ${total} in total`,
  ],
  goOn: ['Continuar com as linhas que faltam', 'Go on with the lines that are left'],
  made: ['Já criado', 'Created already'],
  new: ['Novo', 'New'],
  left: ['Ainda não criado', 'Not created yet'],
  results: ['Resultado da planilha', 'Result of the spreadsheet'],
  allMade: ['Todas as linhas têm o seu saque.', 'Every line has its payout.'],
  someLeft: [
    (count: number) =>
      count === 1
        ? '1 linha ainda não tem o seu saque. Confirmar de novo não repete as outras.'
        : `${count} linhas ainda não têm o seu saque. Confirmar de novo não repete as outras.`,
    (count: number) =>
      count === 1
        ? '1 line has no payout yet. Confirming again does not repeat the others.'
        : `${count} lines have no payout yet. Confirming again does not repeat the others.`,
  ],
  toList: ['Ver os saques', 'See the payouts'],
});
