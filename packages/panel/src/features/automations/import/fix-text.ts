import type { Locale, Localized } from '../../../ui/locale.tsx';

/** The description of a fix, by the code of the issue it removes. */
const fixTexts: Readonly<Record<string, Localized>> = {
  syntax: { 'pt-BR': 'Limpar o formato do texto', en: 'Clean the format of the text' },
  notation: {
    'pt-BR': 'Ler como JSON: nomes sem aspas, aspas simples ou quebras de linha dentro dos textos',
    en: 'Read it as JSON: names without quotation marks, single ones, or line ends within texts',
  },
  envelope: { 'pt-BR': 'Usar só a automação que está dentro do texto', en: 'Use only the automation inside the text' },
  words: {
    'pt-BR': 'Trocar palavras parecidas pelas que existem aqui',
    en: 'Replace near words by those that exist here',
  },
  'branch-ids': {
    'pt-BR': 'Dar um código próprio a cada caminho repetido',
    en: 'Give each repeated branch an id of its own',
  },
  'condition-parents': {
    'pt-BR': 'Soltar as condições dos caminhos: elas sempre rodam',
    en: 'Take conditions out of branches: they always run',
  },
  nested: {
    'pt-BR': 'Converter do formato plano para o do editor',
    en: 'Convert it from the flat format to the editor’s',
  },
  WRONG_TYPE: { 'pt-BR': 'Corrigir o tipo de um valor', en: 'Correct the type of a value' },
  OUT_OF_RANGE: { 'pt-BR': 'Trazer um valor para dentro do limite', en: 'Bring a value within its limits' },
  INVALID_VALUE: { 'pt-BR': 'Usar um valor aceito', en: 'Use a value that is accepted' },
  INVALID_URL: { 'pt-BR': 'Corrigir um endereço', en: 'Correct an address' },
  HTML_IN_SMS: { 'pt-BR': 'Tirar a formatação do SMS', en: 'Take the markup out of an SMS' },
  UNKNOWN_FIELD: { 'pt-BR': 'Trocar o campo de uma condição', en: 'Replace the field of a condition' },
  UNKNOWN_OPERATOR: { 'pt-BR': 'Trocar a comparação de uma condição', en: 'Replace the comparison of a condition' },
  UNKNOWN_MEMBER: { 'pt-BR': 'Corrigir o nome de um campo', en: 'Correct the name of a field' },
  MIXED_FORMATS: { 'pt-BR': 'Tirar o que é do formato plano', en: 'Take out what belongs to the flat format' },
  DUPLICATE_ID: { 'pt-BR': 'Dar um código próprio ao que está repetido', en: 'Give what is repeated an id of its own' },
  UNREACHABLE_STEP: { 'pt-BR': 'Remover um passo que nunca roda', en: 'Remove a step that never runs' },
  REMINDER_AFTER_PAYMENT: {
    'pt-BR': 'Encerrar a automação quando o pagamento entrar',
    en: 'End the automation when the payment comes in',
  },
  RECOVERY_WITHOUT_CHECK: {
    'pt-BR': 'Conferir o pagamento antes de cobrar',
    en: 'Check the payment before reminding of it',
  },
  UNIMPLEMENTED_ACTION: { 'pt-BR': 'Remover um passo que não executa', en: 'Remove a step that is not executed' },
};
const other: Localized = { 'pt-BR': 'Corrigir o texto de uma mensagem', en: 'Correct the text of a message' };

/** The description of a fix. */
export const fixText = (code: string, locale: Locale): string => (fixTexts[code] ?? other)[locale];
