/** Virtual calls and closures over classes. */
abstract class Shape {
  abstract area(): f32;
  scaled(factor: f32): f32 {
    return this.area() * factor;
  }
}

class Square extends Shape {
  constructor(private side: f32) {
    super();
  }
  area(): f32 {
    return this.side * this.side;
  }
}

class Circle extends Shape {
  constructor(private radius: f32) {
    super();
  }
  area(): f32 {
    return 3.25 * this.radius * this.radius;
  }
}

function make(kind: i32, size: f32): Shape {
  return kind == 0 ? new Square(size) : new Circle(size);
}

export function total(count: i32): f32 {
  let sum: f32 = 0;
  for (let i = 0; i < count; i++) sum += make(i & 1, <f32>i).scaled(0.5);
  return sum;
}
