import { list, required, table, text } from '../members/member.ts';
import type { Raw, Report } from '../members/report.ts';

/** The members of an approved template. */
export const templateTable = table(
  {
    title: 'Modelo aprovado',
    description: 'API oficial: enviado no lugar da mensagem quando o cliente não escreveu nas últimas 24 horas.',
  },
  {
    name: required(text({ title: 'Nome do modelo', pattern: '^[a-z0-9_]{1,512}$', examples: ['lembrete_pix'] })),
    /** By default `pt_BR`. */
    language: text({ title: 'Idioma', pattern: '^[a-z]{2,3}(?:_[A-Z]{2,3})?$', default: 'pt_BR' }, { filled: true }),
    parameters: list(
      text({ title: 'Variável' }, { filled: true, template: 'plain' }),
      { title: 'Variáveis do corpo, na ordem', description: 'Aceitam metatags.' },
      { also: checkNames },
    ),
  },
);

function checkNames({ name, language }: Raw, report: Report): void {
  if (isFilled(name) && !/^[a-z0-9_]{1,512}$/.test(name)) {
    report.add('INVALID_VALUE', 'name', { got: name, accepted: ['a-z', '0-9', '_'] }, suggestName(name));
  }
  if (isFilled(language) && !/^[a-z]{2,3}(?:_[A-Z]{2,3})?$/.test(language)) {
    const hyphenated = /^([a-z]{2,3})-([a-z]{2})$/i.exec(language);
    const suggestion = hyphenated ? `${hyphenated[1]!.toLowerCase()}_${hyphenated[2]!.toUpperCase()}` : undefined;
    report.add('INVALID_VALUE', 'language', { got: language, accepted: ['pt_BR', 'en_US', 'es'] }, suggestion);
  }
}

/** A valid template name: `Lembrete de PIX` → `lembrete_de_pix`; undefined if no character is left. */
function suggestName(name: string): string | undefined {
  const plain = name.slice(0, 500).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '') || undefined;
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
