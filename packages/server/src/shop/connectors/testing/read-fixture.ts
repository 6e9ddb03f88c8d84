import { readJson } from '../read-json.ts';
import type { ConnectedShop, Resource, ShopReport } from '../connector.ts';
import type { ConnectorFixture, ConnectorSamples } from './connector-samples.ts';

/** A fixture's resource, as connectors get it. */
export const resourceOf = ({ kind, body }: ConnectorFixture): Resource => ({ kind, json: readJson(Buffer.from(body)) });

/** The data of a report. */
export const reportedData = (report: ShopReport) => (report.kind === 'event' ? report.event.data : report.data);

/** The shop of a platform's fixtures. */
export const shopOf = ({ secrets: { shop, app, credentials } }: ConnectorSamples): ConnectedShop => ({
  shop,
  app,
  credentials,
});
