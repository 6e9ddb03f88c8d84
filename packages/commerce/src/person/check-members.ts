import type { CheckedField, PersonField, PersonIssue } from './issue.ts';

/** Checks every member of `checks`; a member that is not text counts as empty. */
export function checkMembers<Member extends PersonField>(
  checks: Readonly<Record<Member, (text: string) => CheckedField>>,
  input: Readonly<Record<string, unknown>>,
): { values: Partial<Record<Member, string>>; issues: PersonIssue[] } {
  const values: Partial<Record<Member, string>> = {};
  const issues: PersonIssue[] = [];
  for (const field of Object.keys(checks) as Member[]) {
    const value = input[field];
    const checked = checks[field](typeof value === 'string' ? value : '');
    if (checked.ok) values[field] = checked.value;
    else issues.push(issueOf(field, checked));
  }
  return { values, issues };
}

const issueOf = (field: PersonField, { code, count }: Extract<CheckedField, { ok: false }>): PersonIssue =>
  count === undefined ? { field, code } : { field, code, count };
