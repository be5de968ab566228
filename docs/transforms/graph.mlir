"flow.sink"(%0) : (i32) -> ()
%0 = "flow.step"(%1) : (i32) -> i32
%1 = "flow.source"() : () -> i32
