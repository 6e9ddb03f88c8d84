// One line for each platform: its connector under the name that connections store. find-connector.ts gives them their type.
export { shopify } from './shopify/index.ts';
export { woocommerce } from './woocommerce/index.ts';
