/** The roles of members (AUT5). */
export const roles = ['owner', 'editor', 'support', 'reader'] as const;

/** A role of a member. */
export type Role = (typeof roles)[number];

/** AUT5: the roles that have each permission. Pages and endpoints check permissions, never roles. */
export const permissions = {
  /** See automations, runs, orders and figures, with identifying data of shoppers masked. */
  view: ['owner', 'editor', 'support', 'reader'],
  /** See who shoppers are: names, addresses, what they wrote. */
  seeShoppers: ['owner', 'editor', 'support'],
  /** See phones and e-mails of orders without asking for each; documents are asked for by all. */
  seeContacts: ['owner', 'editor'],
  /** Cancel, skip and retry runs. */
  operateRuns: ['owner', 'editor', 'support'],
  /** Mark as paid, cancel, refund and track orders. */
  changeOrders: ['owner', 'support'],
  /** Write, publish and switch automations. */
  editAutomations: ['owner', 'editor'],
  /** Change keys, channels, payments, shipping, appearance. */
  changeSettings: ['owner'],
  /** Change who works for the store. */
  changeTeam: ['owner'],
  /** Read the audit log. */
  seeActivity: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

/** A permission that roles have. */
export type Permission = keyof typeof permissions;

/** All permissions, in the order of the table. */
export const permissionNames = Object.keys(permissions) as Permission[];

/** Whether a role has a permission; an unknown role has none. */
export const may = (role: string, permission: Permission): boolean =>
  (permissions[permission] as readonly string[]).includes(role);
