/** Area under the ROC curve: how often a positive stands above a negative; ties count half. */
export function auroc(positives: number[], negatives: number[]): number {
  const all = [
    ...positives.map((value) => ({ value, positive: true })),
    ...negatives.map((value) => ({ value, positive: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let i = 0; i < all.length;) {
    let end = i;
    while (end < all.length && all[end]?.value === all[i]?.value) end++;
    for (let j = i; j < end; j++) if (all[j]?.positive) rankSum += (i + end + 1) / 2;
    i = end;
  }
  return (rankSum - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length);
}

export interface Bin {
  from: number;
  count: number;
  confidence: number;
  right: number;
}

/** Confidence against the share of right answers in ten bins of equal width, weighted. */
export function calibrationBins(cases: { confidence: number; right: boolean; weight: number }[]): Bin[] {
  const bins: Bin[] = Array.from({ length: 10 }, (_, i) => ({
    from: i / 10,
    count: 0,
    confidence: 0,
    right: 0,
  }));
  for (const { confidence, right, weight } of cases) {
    const bin = bins[Math.min(9, Math.floor(confidence * 10))] as Bin;
    bin.count += weight;
    bin.confidence += weight * confidence;
    bin.right += right ? weight : 0;
  }
  for (const bin of bins) {
    bin.confidence /= bin.count || 1;
    bin.right /= bin.count || 1;
  }
  return bins;
}

/** Expected calibration error: the mean gap of the bins, weighted by their size. */
export function calibrationError(bins: Bin[]): number {
  const total = bins.reduce((sum, bin) => sum + bin.count, 0);
  return bins.reduce((sum, bin) => sum + (bin.count / total) * Math.abs(bin.confidence - bin.right), 0);
}
