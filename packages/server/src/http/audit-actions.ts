import type { Queryable } from '../base/postgres/pool.ts';

/** AUT6: the recorded activities of people who work for a store. */
export const activities = [
  'signed_in',
  'signed_in_new_browser',
  'sign_in_failed',
  'sessions_ended',
  'password_changed',
  'email_changed',
  'second_factor_on',
  'second_factor_off',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'member_invited',
  'invitation_withdrawn',
  'member_granted',
  'member_revoked',
  'store_created',
  'store_deleted',
  'test_clock_advanced',
  'settings_changed',
  'protected_settings_changed',
  'domain_changed',
  'key_created',
  'key_rotated',
  'key_ended',
  'channel_connected',
  'channel_saved_unverified',
  'channel_disconnected',
  'shop_connected',
  'shop_disconnected',
  'shop_data_requested',
  'phone_removed',
  'payments_changed',
  'payments_saved_unverified',
  'payments_change_waits',
  'payments_change_cancelled',
  'shipping_changed',
  'freight_account_changed',
  'conversions_changed',
  'conversions_saved_unverified',
  'prices_changed',
  'coupon_created',
  'large_coupon_created',
  'coupon_ended',
  'order_bump_changed',
  'order_bump_ended',
  'team_rules_changed',
  'runs_exported',
  'messages_exported',
  'orders_exported',
  'contacts_exported',
  'person_exported',
  'person_erased',
  'shopper_seen',
  'contact_opted_out',
  'contact_opted_in',
  'runs_operated',
  'message_resent',
  'contacts_released',
  'payment_link_created',
  'checkout_updated',
  'checkout_expired',
  'order_paid',
  'order_accepted',
  'order_rest_requested',
  'order_cancelled',
  'order_refunded',
  'order_tracked',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_secret_rotated',
  'webhook_replayed',
  'automation_created',
  'automation_published',
  'automation_switched_on',
  'automation_switched_off',
  'automation_deleted',
] as const;

/** A recorded activity. */
export type Activity = (typeof activities)[number];

/** What a change adds to the audit log (AUT6). It must not contain data of shoppers. */
export type AuditEntry<Action extends Activity> = {
  readonly storeId: string;
  readonly action: Action;
  readonly subjectId?: string;
  /** The order that it is about. */
  readonly orderId?: string;
  /** Cut to 200 characters; null: none. */
  readonly detail?: string | null;
  /** One more user who gets the e-mail (AUT8). */
  readonly alsoTo?: string;
};

/**
 * AUT6, AUT8: writes an entry about a change and queues the e-mails to the owners, both in `tx`, the transaction of the change. It knows the
 * actor; the caller knows what changed. `Action`: what it may write.
 */
export type Audit<Action extends Activity> = (tx: Queryable, entry: AuditEntry<Action>) => Promise<void>;
