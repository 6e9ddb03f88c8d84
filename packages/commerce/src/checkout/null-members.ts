// CHK3: null for an optional member counts as absent. Requests are checked without it, which most never need; the published schema says it.

/** The parts of a JSON Schema that are read here. */
export type SchemaPart = {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaPart>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly required?: readonly string[];
  readonly items?: SchemaPart;
  readonly allOf?: readonly SchemaPart[];
  readonly then?: SchemaPart;
};

/** The same schema, which also accepts null for each member that is not required. */
export function acceptingNull(schema: SchemaPart): SchemaPart {
  const { properties, required = [], items, allOf, then, $defs } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: mapped(properties, (member, name) =>
        required.includes(name) ? acceptingNull(member) : orNull(acceptingNull(member)),
      ),
    }),
    ...(items && { items: acceptingNull(items) }),
    ...(allOf && { allOf: allOf.map(acceptingNull) }),
    ...(then && { then: acceptingNull(then) }),
    ...($defs && { $defs: mapped($defs, acceptingNull) }),
  };
}

const mapped = (
  parts: Readonly<Record<string, SchemaPart>>,
  change: (part: SchemaPart, name: string) => SchemaPart,
): Record<string, SchemaPart> =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part, name)]));

function orNull({ const: only, ...part }: SchemaPart): SchemaPart {
  const values = only === undefined ? part.enum : [only];
  return {
    ...part,
    ...(part.type !== undefined && { type: [...new Set([part.type, 'null'].flat())] }),
    ...(values && { enum: [...values, null] }),
  };
}

/** A value without the members that are null where `schema` requires nothing and allows no null; the same value if it has none. */
export function withoutNullMembers(value: unknown, schema: SchemaPart, root: SchemaPart = schema): unknown {
  const name = schema.$ref?.slice('#/$defs/'.length);
  const { properties = {}, required = [], items } = (name !== undefined && root.$defs?.[name]) || schema;
  if (Array.isArray(value)) {
    if (!items) return value;
    const entries = value.map((entry: unknown) => withoutNullMembers(entry, items, root));
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [member, part] of Object.entries(properties)) {
    if (!Object.hasOwn(value, member)) continue;
    const given = (value as Record<string, unknown>)[member];
    const isAbsent = given === null && !required.includes(member) && ![part.type].flat().includes('null');
    const kept = isAbsent ? undefined : withoutNullMembers(given, part, root);
    if (kept === given) continue;
    copy ??= { ...value };
    if (isAbsent) delete copy[member];
    else copy[member] = kept;
  }
  return copy ?? value;
}
