/** Options of an LRU cache whose memory grows with its entries: `max` alone takes all of it when the cache is made. */
export function boundedEntries(most: number) {
  return { maxSize: most, sizeCalculation: () => 1 };
}
