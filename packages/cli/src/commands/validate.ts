import { analysePaths, importFlow, modes, validateText, type Mode, type Validation } from '@retoma/flow';
import { UsageError, type Command, type Input, type Option } from '../command.ts';
import { languageOf, languageOption, type Locale } from '../language.ts';
import { readText } from '../read-file.ts';
import { describePaths } from './validate-paths.ts';

/** The option `--mode`; `modeOf` reads it. */
export const modeOption: Option = {
  type: 'string',
  value: 'off|warn|block',
  description: 'How to treat metatag errors (default: AUTOMATION_TEMPLATE_VALIDATION_MODE, or block)',
};

const texts = {
  'pt-BR': {
    document: 'documento',
    valid: 'válido',
    invalid: 'inválido',
    formats: { nested: 'formato aninhado', flat: 'formato plano' },
  },
  en: {
    document: 'document',
    valid: 'valid',
    invalid: 'invalid',
    formats: { nested: 'nested format', flat: 'flat format' },
  },
} as const satisfies Record<Locale, object>;

const validate: Command = {
  usage: 'validate FILE [--mode off|warn|block] [--paths]',
  summary: 'Validate an automation definition; needs no database',
  options: {
    mode: modeOption,
    paths: {
      type: 'boolean',
      description: 'List every path of the flow, and reminders that can reach a customer who has paid',
    },
    lang: languageOption,
  },
  args: 1,
  run(input) {
    const file = input.args[0]!;
    const [text, locale] = [readText(file), languageOf(input)];
    const validation = validateText(text, { mode: modeOf(input), locale });
    const exitCode = validation.valid ? 0 : 1;
    const report = describeValidation(file, validation, locale);
    const imported = input.values['paths'] === true ? importFlow(text, locale) : undefined;
    if (!imported?.ok) return Promise.resolve({ json: validation, text: report, exitCode });
    const paths = analysePaths(imported.flow);
    return Promise.resolve({
      json: { ...validation, paths },
      text: `${report}\n${describePaths(file, imported.flow, paths, locale)}`,
      exitCode,
    });
  },
};

/** The requested mode; by default the one of the service's environment. */
export function modeOf({ values, environment }: Input): Mode {
  const requested = values['mode'] ?? (environment['AUTOMATION_TEMPLATE_VALIDATION_MODE'] || 'block');
  const mode = modes.find((mode) => mode === requested);
  const source = values['mode'] === undefined ? 'AUTOMATION_TEMPLATE_VALIDATION_MODE' : '--mode';
  if (!mode) throw new UsageError(`${source} must be one of: ${modes.join(', ')}`);
  return mode;
}

/** One line for each issue, in the format of compilers, so that a terminal can open the position. */
export function describeValidation(
  file: string,
  { valid, format, structure, _validation }: Validation,
  locale: Locale,
): string {
  const t = texts[locale];
  const issues = structure.map(({ line, column, severity, code, message, path, suggestion }) => {
    const hint = suggestion === undefined ? '' : ` → ${suggestion}`;
    return `${file}:${line}:${column}: ${severity} ${code}: ${message} (${path || t.document})${hint}`;
  });
  const templates = (_validation?.steps ?? []).flatMap(({ path, errors, warnings }) => [
    ...errors.map((issue) => `${file}: error ${issue.code}: ${issue.message} (${path}, ${issue.member})`),
    ...warnings.map((issue) => `${file}: warning ${issue.code}: ${issue.message} (${path}, ${issue.member})`),
  ]);
  return [...issues, ...templates, `${file}: ${valid ? t.valid : t.invalid} (${t.formats[format]})`].join('\n');
}

/** The command that validates definitions. */
export const validateCommands = { validate };
