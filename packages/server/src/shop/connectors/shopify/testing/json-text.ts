type WithRawJson = { readonly rawJSON: (text: string) => unknown };

/** JSON with numbers beyond 2^53, which are bigints here. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? (JSON as unknown as WithRawJson).rawJSON(String(member)) : member,
  );
