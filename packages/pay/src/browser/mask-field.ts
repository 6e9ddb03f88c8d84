// The punctuation of a CPF, CNPJ, phone or CEP while it is typed.

const cnpj = '##.###.###/####-##';
/** Signs that the pattern has itself, and what is pasted in their place. */
const punctuation = /[\s()./\p{Pd}\p{Cf}]/gu;

/** The pattern of a field for what was typed so far; undefined: the text stays as it is. `compact`: the text without punctuation. */
function patternOf(name: string, text: string, compact: string): string | undefined {
  if (name === 'zipcode') return '#####-###';
  if (name === 'document') return compact.length > 11 || /[a-z]/i.test(compact) ? cnpj : '###.###.###-##';
  if (name !== 'phone' || /^\s*[+0]/.test(text)) return undefined;
  return compact[2] === '9' ? '(##) #####-####' : '(##) ####-####';
}

/**
 * COM13: the text of a field with the punctuation of its pattern, and the caret behind the same character as before. A text that does not
 * fit, such as a phone with its country, stays as it is.
 */
export function masked(name: string, text: string, caret: number): { text: string; caret: number } {
  const compact = text.replace(punctuation, '');
  const pattern = patternOf(name, text, compact);
  if (pattern === undefined || compact.length > pattern.split('#').length - 1) return { text, caret };
  const before = text.slice(0, caret).replace(punctuation, '').length;
  let [out, at, used] = ['', 0, 0];
  for (const sign of pattern) {
    if (used === compact.length) break;
    out += sign === '#' ? compact[used++]! : sign;
    if (sign === '#' && used === before) at = out.length;
  }
  return { text: out, caret: at };
}

/** Writes the punctuation into a field after a key. */
export function maskField(field: HTMLInputElement): void {
  // An e-mail field has no caret to read.
  const { text, caret } = masked(field.name, field.value, field.selectionStart ?? field.value.length);
  if (text === field.value) return;
  field.value = text;
  if (field === document.activeElement) field.setSelectionRange(caret, caret);
}
