import { useRef } from "react";

/** The list of before where it has the same in it. */
export function useStableList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list);
  const isSame = last.current.length === list.length && list.every((item, index) => item === last.current[index]);
  if (!isSame) last.current = list;
  return last.current;
}
