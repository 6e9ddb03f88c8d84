// One line for each platform: its connector under the name that connections store. find-connector.ts gives them their type.
// oxlint-disable-next-line unicorn/require-module-specifiers -- the first platform replaces these two lines
export {};
