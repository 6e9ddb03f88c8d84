// What `/client.js` of a service has: the part of the SDK that a page uses to create checkouts.
export { RetomaError } from './errors.ts';
export { Retoma } from './retoma.ts';
export { signCart } from './signatures.ts';
