import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { SettingsForm } from '../../base/settings-form.ts';

/** A provider's form, filled in. */
type Filled = {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
};

/** The result. `isSame`: equal to what is stored. `issues`: the invalid members and why, without the input. */
export type FormChecked =
  | (Filled & { readonly ok: true; readonly isSame: boolean })
  | { readonly ok: false; readonly code: 'WRONG_SETTINGS' | 'WRONG_CREDENTIALS'; readonly issues: string[] };

/** Validates what an owner submits against a provider's form. Omitted settings or credentials are taken from `stored`. */
export function checkForm(
  form: SettingsForm,
  submitted: { readonly settings?: unknown; readonly credentials?: unknown },
  stored: Filled | undefined,
): FormChecked {
  const settings = form.settings.safeParse(submitted.settings ?? stored?.settings ?? {});
  if (!settings.success) return { ok: false, code: 'WRONG_SETTINGS', issues: issuesOf(settings.error) };
  const credentials = form.credentials.safeParse(submitted.credentials ?? stored?.credentials ?? {});
  if (!credentials.success) return { ok: false, code: 'WRONG_CREDENTIALS', issues: issuesOf(credentials.error) };
  const filled = { settings: settings.data, credentials: credentials.data };
  return {
    ok: true,
    ...filled,
    isSame: isDeepStrictEqual(asRead(filled), asRead({ settings: stored?.settings, credentials: stored?.credentials })),
  };
}

const issuesOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '));

/** A value as it is stored: without members that are undefined. */
const asRead = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
