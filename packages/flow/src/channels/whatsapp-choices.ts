import { invalidValue } from '../members/value-issues.ts';
import { list, text, type ValueIssue } from '../members/member.ts';
import { isUrlTemplate, suggestUrl } from './address.ts';

/** A member with an address, or a metatag in place of one. */
export const address = (title: string) =>
  text(
    {
      title,
      description: 'Endereço http ou https completo, ou uma metatag de endereço.',
      pattern: '^(?:[hH][tT][tT][pP][sS]?://|\\{\\{)',
      examples: ['https://loja.example/imagem.jpg', '{{order.url_checkout}}'],
    },
    {
      filled: true,
      template: 'url',
      format: (value) => (isUrlTemplate(value) ? undefined : invalidUrl(value, suggestUrl(value))),
    },
  );

const invalidUrl = (got: string, suggestion: string | undefined): ValueIssue => ({
  code: 'INVALID_URL',
  values: { got },
  ...(suggestion !== undefined && { suggestion }),
});

const choiceList = (
  description: string,
  pattern: string,
  examples: string[],
  format: (choice: string) => ValueIssue | undefined,
) =>
  list(
    text({ pattern }, { filled: true, template: 'choice', format }),
    { title: 'Opções', description },
    { schema: { examples: [examples] } },
  );

/** Choices of replies: a label alone, or an action. */
export const choices = choiceList(
  'Cada opção é um rótulo sozinho, ou Rótulo|url:<endereço ou metatag>.',
  '^[^|]*[^|\\s][^|]*$|^[^|]+\\|(?:.*\\|)?(?:url|call|copy):',
  ['Sim', 'Pagar agora|url:{{order.url_checkout}}'],
  (choice) => choiceIssue(choice) ?? (choice.includes('|') ? actionIssue(choice) : undefined),
);

/** Choices of actions: an address, a number or a code; a label alone, valid for replies, would do nothing. */
export const actionChoices = choiceList(
  'Cada opção na forma Rótulo|url:<endereço ou metatag>, Rótulo|call:<telefone> ou Rótulo|copy:<código a copiar>.',
  '^[^|]+\\|(?:.*\\|)?(?:url|call|copy):',
  ['Pagar agora|url:{{order.url_checkout}}', 'Ligar|call:+5511900000000', 'Copiar PIX|copy:{{order.pix_code}}'],
  (choice) => choiceIssue(choice) ?? actionIssue(choice),
);

function choiceIssue(choice: string): ValueIssue | undefined {
  if (choice.startsWith('|')) return { code: 'EMPTY' };
  const parts = urlOfChoice(choice);
  if (!parts || isUrlTemplate(parts.url)) return undefined;
  const url = suggestUrl(parts.url);
  return invalidUrl(parts.url, url && `${parts.label}|url:${url}`);
}

/** The forms of an action in `choices`. */
const actionForms = ['Label|url:…', 'Label|call:…', 'Label|copy:…'];

function actionIssue(choice: string): ValueIssue | undefined {
  if (/^[^|]+\|(?:.*\|)?(?:url|call|copy):/.test(choice)) return undefined;
  const [label = '', ...rest] = choice.split('|');
  const written = rest.join('|').trim();
  const [, word = 'url:', value = ''] = /^(?:(url:|call:|copy:)|(?=https?:))(.*)$/is.exec(written) ?? [];
  return invalidValue(choice, actionForms, `${label.trim().slice(0, 80)}|${word.toLowerCase()}${value.trim()}`);
}

/** Splits `Label|url:<address>` into its parts; undefined for a choice without an address. */
export function urlOfChoice(choice: string): { label: string; url: string } | undefined {
  const at = choice.indexOf('|url:');
  return at === -1 ? undefined : { label: choice.slice(0, at), url: choice.slice(at + 5) };
}
