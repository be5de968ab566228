/** Primes, and products of matrices: loops, arithmetic and memory. */
const size = 16;

function at(matrix: StaticArray<f64>, row: i32, column: i32): f64 {
  return matrix[row * size + column];
}

export function multiply(a: StaticArray<f64>, b: StaticArray<f64>): StaticArray<f64> {
  const product = new StaticArray<f64>(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let sum: f64 = 0;
      for (let k = 0; k < size; k++) sum += at(a, row, k) * at(b, k, column);
      product[row * size + column] = sum;
    }
  }
  return product;
}

export function primes(limit: i32): i32 {
  const composite = new Uint8Array(limit + 1);
  let count = 0;
  for (let n = 2; n <= limit; n++) {
    if (composite[n]) continue;
    count++;
    for (let multiple = n * n; multiple <= limit && multiple > 0; multiple += n) composite[multiple] = 1;
  }
  return count;
}

export function gcd(a: i64, b: i64): i64 {
  return b == 0 ? abs(a) : gcd(b, a % b);
}
