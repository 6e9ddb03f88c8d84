// One line for each platform: its connector under the name that connections store. find-connector.ts gives them their type.
export { nuvemshop } from './nuvemshop/index.ts';
export { shopify } from './shopify/index.ts';
export { woocommerce } from './woocommerce/index.ts';
export { yampi } from './yampi/index.ts';
