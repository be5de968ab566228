"t.op"() {d = affine_map<(d0) -> (d1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0, d0) -> (d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 * d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 floordiv d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 mod -1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (3 floordiv 0, 5 mod 0, 7 ceildiv 0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ()>, e = affine_map<(d0) -> ((d0))>, f = affine_map<(d0) -> (-(d0 + 1), - -d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> d0>} : () -> ()
// -----
"t.op"() {d = affine_map<d0 -> (d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 +)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (+d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 / 2)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (9223372036854775807 + d0, 9223372036854775807 * 2)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (9223372036854775808 + d0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 > 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : ()>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) -> (d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) : (d0 == 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 == 0, d0 >= 0, d0 + 2 <= 3)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 = 0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (*d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 *)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 * *)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 -)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (-)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (- -)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (-+d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 + + d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 - - d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 floordiv)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (floordiv d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 mod)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (())>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (()>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (3 d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ("a")>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (%a)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (@a)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 + "a")>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 + @)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 * "a")>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (-"a")>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (-d1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 + d1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 mod d1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (symbol(d0))>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 + 0x10)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (0x10000000000000000)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (18446744073709551615)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 * 9223372036854775807 + d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (1.5)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (-1.5)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 - -9223372036854775807)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (-9223372036854775807 - 1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((-9223372036854775807 - 1) * -1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((-9223372036854775807 - 1) floordiv -1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (7 floordiv -2)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (-7 floordiv 2)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (-7 ceildiv 2)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (-7 mod 3)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 mod 1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((d0 * 4) mod 2)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((d0 * 4 + 1) mod 2)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 floordiv 1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 ceildiv 1)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((d0*6) ceildiv 3)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((d0 * 6 + 3) floordiv 3)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((d0*6+3) ceildiv 3)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 * 0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (0 * d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 + 0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (0 + d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 - d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 * 2 - d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 * 2 + d0 * 3)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 + 2 + 3)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 + (2 + d0))>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((d0 + 1) + (d0 + 2))>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (2 + d0 * 3 + 4)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 * 2 * 3)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 - (d0 floordiv 4) * 4)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 - 4 * (d0 floordiv 4))>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (-(d0 * -1))>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 mod 4 mod 2)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((d0 mod 4) floordiv 2)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 -> d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0,)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (,d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0,,d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> ((d0) (d0))>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0 + mod)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (mod)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0, mod)[floordiv] -> (mod + floordiv, mod mod 2)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0)[d0] -> (d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0,) -> (d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0 d1) -> (d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(0) -> (0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(%a) -> (0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0)[s0 -> (0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0)[] -> (0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0)[s0, s1,] -> (0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0)[0] -> (0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0) >} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) -> (d0)} : () -> ()
// -----
"t.op"() {d = affine_map(d0) -> (d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0) = (d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(index) -> (index)>} : () -> ()
// -----
"t.op"() {d = affine_map<(i32, true, symbol) -> (i32, true)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0)[s0, s1] -> (d0 * s0, d0 * (s0 + s1), s0 * s1, s0 mod s1, d0 floordiv s0, s0 * 2 * s1, s1 * s0 + s0 * s1, s0 + d0, 3 + s0 + d0)>} : () -> ()
// -----
"t.op"() {d = affine_map<(d0, d1)[s0] -> (d0 + d1 + s0, s0 + d0 + d1 * 2, d1 + d0, (d0 + s0) + d1, (1 + s0) + d1, (d0 + 1) * 2 + d1, d0 * -1, d0 - d1 * 2 - 3, -d0 - d1, d0 + d1 * -2 + -3, (d0 + d1) * -1, d0 - (d1 + 1))>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 > = 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 = = 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 < = 3)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 >= )>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 >)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 <)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 ==)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 == 0,)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 < 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 <= 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (0 <= d0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 >= d0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (3 == 4)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (3 >= 2)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 => 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 >= 0 d0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (>= 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 >= 9223372036854775808)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 == 0 : )>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 > < = 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 * 2 == d0 * 2 + 1)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 >= -9223372036854775807)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) (d0 == 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : d0 == 0>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 == 0>} : () -> ()
// -----
"t.op"() {d = affine_set<(d0) : (d0 == 0)} : () -> ()
// -----
"t.op"() {d = affine_set<(d0)[s0] : (s0 - d0 >= 0, s0 >= 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<() : (1 == 0)>} : () -> ()
// -----
"t.op"() {d = affine_set<() : ()>} : () -> ()
