/** What a file of the contract holds, which nothing changes. */
export type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };
