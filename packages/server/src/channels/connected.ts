/** A connection's settings and credentials, parsed and complete. */
export type Connected<Settings, Credentials> = { readonly settings: Settings; readonly credentials: Credentials };
