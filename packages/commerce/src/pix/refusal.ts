/** The texts for texts that are not a BR Code, or for codes that cannot be built (COM9). */
export const brCodeRefusals = {
  MALFORMED: {
    en: 'is not a sequence of complete fields with ID and length',
    'pt-BR': 'não é formado por campos inteiros com id e tamanho',
  },
  WRONG_CHECKSUM: {
    en: 'has a wrong checksum',
    'pt-BR': 'tem um código verificador errado',
  },
  WRONG_ORDER: { en: 'has its fields in the wrong order', 'pt-BR': 'tem os campos na ordem errada' },
  MISSING_FIELD: { en: 'lacks a field', 'pt-BR': 'não tem um dos campos' },
  INVALID_FIELD: { en: 'has an invalid field', 'pt-BR': 'tem um campo inválido' },
} as const satisfies Record<string, { en: string; 'pt-BR': string }>;

/** The stable code of a refusal. */
export type BrCodeRefusal = keyof typeof brCodeRefusals;

/** A refusal. `field`: the id of the refused field (`59`), with its template's id before it (`26.01`); '' for the whole code. */
export type RefusedBrCode = { ok: false; code: BrCodeRefusal; field: string };

/** Builds a refusal. */
export const refuse = (code: BrCodeRefusal, field = ''): RefusedBrCode => ({ ok: false, code, field });
