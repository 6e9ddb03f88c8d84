// What each platform's folder exports as `samples` from `testing/fixtures.ts`, for the suite that runs with every connector.
import type { Delivery, DeliverySecrets, Resource, ShopReport, VerifiedDelivery } from '../connector.ts';

/** A resource as the platform writes it, with invented persons, and the reports that it must give. */
export type ConnectorFixture = {
  /** What it shows; unique within the platform. */
  readonly name: string;
  readonly kind: Resource['kind'];
  /** JSON, numbers as the platform writes them. The suite reads it with readJson. */
  readonly body: string;
  readonly reports: readonly ShopReport[];
};

/** A request to a delivery address, and what it is. */
export type SampleDelivery = {
  readonly name: string;
  readonly topic: string;
  readonly body: string;
  readonly verified: VerifiedDelivery;
  /** Headers of a request that the platform does not sign, instead of those of `sign`. */
  readonly unsigned?: Delivery['headers'];
};

/** What the suite needs of a platform without its server. */
export type ConnectorSamples = {
  /** What `sign` signs with and `verify` expects for the fixtures' shop, with which `translate` reads; no secret is empty. */
  readonly secrets: DeliverySecrets;
  /** Another shop of the platform. */
  readonly otherShop: string;
  readonly fixtures: readonly ConnectorFixture[];
  readonly deliveries: readonly SampleDelivery[];
  /** The headers of a delivery from the secrets' shop, names in lower case. */
  readonly sign: (topic: string, body: Buffer, secrets: DeliverySecrets) => Readonly<Record<string, string>>;
  /** The header with the HMAC-SHA256 of the body, and how it is written. */
  readonly signature: { readonly header: string; readonly encoding: 'base64' | 'hex' };
};
