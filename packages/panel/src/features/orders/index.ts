export { CheckoutsPage } from './checkouts-page.tsx';
export { CheckoutPage } from './checkout-page.tsx';
export { OrdersPage } from './orders-page.tsx';
export { OrderPage } from './order-page.tsx';
export { LeadsPage } from './leads-page.tsx';
export { InboxPage } from './inbox-page.tsx';
