// The GraphQL documents, validated against the published schema in official.test.ts. By the documented cost (an object 1, a list by its
// `first`) each stays below the 1,000 points that one request may ask for.
import { mostLines } from './fields.ts';

/** Resources in a page of orders or checkouts. */
const pageSize = 8;

const money = 'shopMoney { amount currencyCode }';

const person = `customer {
        legacyResourceId firstName lastName
        defaultEmailAddress { emailAddress }
        defaultPhoneNumber { phoneNumber }
      }
      shippingAddress { name phone company address1 address2 city provinceCode zip }
      billingAddress { name phone company address1 address2 city provinceCode zip }`;

/** A page of orders by their last change. */
export const ordersDocument = `query RetomaOrders($after: String, $query: String!) {
  orders(first: ${pageSize}, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {
      legacyResourceId name currencyCode test sourceName createdAt updatedAt cancelledAt displayFinancialStatus
      paymentGatewayNames statusPageUrl checkoutToken cartToken email phone
      currentTotalPriceSet { ${money} }
      totalPriceSet { ${money} }
      totalDiscountsSet { ${money} }
      ${person}
      lineItems(first: ${mostLines}) {
        nodes { title variantTitle vendor sku quantity originalUnitPriceSet { ${money} } }
      }
      shippingLines(first: 2) { nodes { title discountedPriceSet { ${money} } } }
      fulfillments(first: 5) { status createdAt trackingInfo(first: 2) { number url company } }
      transactions(first: 5) { kind status processedAt }
    }
    pageInfo { hasNextPage endCursor }
  }
  ordersCount(query: $query, limit: 10000) { count }
}`;

/** A page of abandoned checkouts. The list also has those that were completed. */
export const checkoutsDocument = `query RetomaCheckouts($after: String, $query: String!) {
  abandonedCheckouts(first: ${pageSize}, after: $after, query: $query, sortKey: ID) {
    nodes {
      id completedAt updatedAt abandonedCheckoutUrl
      totalPriceSet { ${money} }
      totalDiscountSet { ${money} }
      totalLineItemsPriceSet { ${money} }
      ${person}
      lineItems(first: ${mostLines}) {
        nodes { title variantTitle sku quantity originalUnitPriceSet { ${money} } image { url } }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** The shop's name, and what the app may do. */
export const shopDocument = `query RetomaShop {
  shop { name myshopifyDomain }
  currentAppInstallation { accessScopes { handle } }
}`;

/** The app's subscriptions to an address. */
export const subscriptionsDocument = `query RetomaSubscriptions($uri: String!) {
  webhookSubscriptions(first: 50, uri: $uri) { nodes { id topic uri } }
}`;

/** Subscribes to a topic. */
export const subscribeDocument = `mutation RetomaSubscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`;

/** Deletes a subscription. */
export const unsubscribeDocument = `mutation RetomaUnsubscribe($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}`;
