/** The role of a member (AUT5). */
export const roles = ['owner', 'editor', 'support', 'reader'] as const;

/** One of them. */
export type Role = (typeof roles)[number];

/** AUT5: which role may do what. A page or an endpoint asks for one of these, never for a role. */
export const permissions = {
  /** See automations, runs, orders and figures, with identifying data of shoppers masked. */
  view: ['owner', 'editor', 'support', 'reader'],
  /** See who shoppers are: names, addresses, what they wrote. */
  seeShoppers: ['owner', 'editor', 'support'],
  /** Cancel, skip and retry runs. */
  operateRuns: ['owner', 'editor', 'support'],
  /** Mark as paid, cancel, refund and track orders. */
  changeOrders: ['owner', 'support'],
  /** Write, publish and switch automations. */
  editAutomations: ['owner', 'editor'],
  /** Keys, channels, payments, shipping, appearance. */
  changeSettings: ['owner'],
  /** Who works for the store. */
  changeTeam: ['owner'],
  /** What people did. */
  seeActivity: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

/** Something that a role may do. */
export type Permission = keyof typeof permissions;

/** All permissions, in the order of the table. */
export const permissionNames = Object.keys(permissions) as Permission[];

/** Whether a role may do something; a role that is none may do nothing. */
export const may = (role: string, permission: Permission): boolean =>
  (permissions[permission] as readonly string[]).includes(role);
