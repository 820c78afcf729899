/** What a database of Actual may have, unpacked: one of ten years with all of its messages comes to some 60 MB. Only rows of tables that are read count. */
export const actualLimits = { bytes: 120_000_000, rows: 1_000_000 } as const;
